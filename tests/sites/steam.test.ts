import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRows } from '#protocol/page-events.ts';
import { attachedOf } from '#sites/steam/description.ts';
import { everyName } from '../core/every-name.ts';
import { documentAt, pagesAt, readAll, readingOf } from './page.ts';

const origin = 'https://steamcommunity.com';
const searchUrl = `${origin}/market/search?appid=730`;
const listingUrl = (name: string) => `${origin}/market/listings/730/${encodeURIComponent(name)}`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const result = (name: string, price: string, appid = '730') => `
  <div class="market_listing_row market_listing_searchresult" data-appid="${appid}" data-hash-name="${escaped(name)}">
    <span class="market_table_value normal_price">Starting at:<br>
      <span class="normal_price">${price}</span> <span class="sale_price">$1.00 USD</span>
    </span>
    <div class="market_listing_item_name_block"></div>
  </div>`;

const offer = (shown: string, price: string) => `
  <div id="searchResultsRows"><div class="market_listing_row" id="listing_1">
    <span class="market_listing_price market_listing_price_with_fee">${price}</span>
    <div class="market_listing_item_name_block"><span class="market_listing_item_name">${escaped(shown)}</span></div>
  </div></div>`;

const own = (href: string, shown: string) => `
  <div class="market_listing_row" id="mylisting_1">
    <span class="market_listing_price"><span><span>$31.20</span><br><span>($27.13)</span></span></span>
    <span class="market_listing_item_name" id="mylisting_1_name">
      <a class="market_listing_item_name_link" href="${escaped(href)}">${escaped(shown)}</a>
    </span>
  </div>`;

const redline = 'AK-47 | Redline (Field-Tested)';

describe('prices as Steam prints them', () => {
  test.each([
    ['$31.20 USD', '31.20', 'USD'],
    ['$1,234.56', '1234.56', 'USD'],
    ['£25.11', '25.11', 'GBP'],
    ['18,--€', '18', 'EUR'],
    ['1 849,50€', '1849.50', 'EUR'],
    ['CHF 1 234.50', '1234.50', 'CHF'],
    ['27,11 pуб.', '27.11', 'RUB'],
    ['2711,50 руб.', '2711.50', 'RUB'],
    ['1 234,56zł', '1234.56', 'PLN'],
    ['R$ 1.234,56', '1234.56', 'BRL'],
    ['CDN$ 12.34', '12.34', 'CAD'],
    ['A$ 12.34', '12.34', 'AUD'],
    ['NZ$ 12.34', '12.34', 'NZD'],
    ['S$12.34', '12.34', 'SGD'],
    ['HK$ 12.34', '12.34', 'HKD'],
    ['NT$ 1,234', '1234', 'TWD'],
    ['Mex$ 1,234.50', '1234.50', 'MXN'],
    ['CLP$ 1.234', '1234', 'CLP'],
    ['COL$ 12.345,67', '12345.67', 'COP'],
    ['$U1.234,50', '1234.50', 'UYU'],
    ['₩ 12,345', '12345', 'KRW'],
    ['1.234.567₫', '1234567', 'VND'],
    ['₹ 1,234.50', '1234.50', 'INR'],
    ['Rp 12 345', '12345', 'IDR'],
    ['RM12.34', '12.34', 'MYR'],
    ['P1,234.00', '1234.00', 'PHP'],
    ['R 1 234.56', '1234.56', 'ZAR'],
    ['S/.12.34', '12.34', 'PEN'],
    ['1.234,56 kr', '1234.56', 'NOK'],
    ['12,34₴', '12.34', 'UAH'],
    ['1 234,50₸', '1234.50', 'KZT'],
    ['12,34 TL', '12.34', 'TRY'],
    ['12.34 AED', '12.34', 'AED'],
  ])('%s', (price, amount, currency) => {
    const expected = [{ item: redline, listing: { cents: Number(`${amount}e2`), currency } }];
    expect(readAll('steam', searchUrl, result(redline, price))).toEqual(expected);
    expect(readAll('steam', listingUrl(redline), offer(redline, price))).toEqual(expected);
  });

  test.each(['¥ 88.50', '12.34€', '$12,34', '12.34 kr', 'Sold!', '', '$0.00 USD', '12.34', '$1.00 $2.00'])(
    'are not read from %j, and the item still is',
    (price) => {
      expect(readAll('steam', searchUrl, result(redline, price))).toEqual([{ item: redline, listing: undefined }]);
    },
  );
});

describe('the name in an address', () => {
  test('is read for every real name, encoded once or twice', () => {
    const names = everyName.filter((_, index) => index % 101 === 0);
    const rows = names.map((name) => own(listingUrl(name), name) + own(listingUrl(encodeURIComponent(name)), name));
    const read = readAll('steam', `${origin}/market/`, rows.join(''));
    expect(read.map((reading) => reading?.item)).toEqual(names.flatMap((name) => [name, name]));
  });

  test.each([
    ['a group of the React market', `${origin}/market/listings/730/G1807209A023004`, 'AK-47 | Redline'],
    ['another place', `${origin}/id/somebody/inventory`, redline],
    ['nothing', '', redline],
    ['5,000 characters', listingUrl('x'.repeat(5_000)), 'x'.repeat(5_000)],
    ['markup', listingUrl('<b>AK-47</b>'), '<b>AK-47</b>'],
    ['a script', 'javascript:alert(1)', redline],
  ])('is not read from %s', (_, href, shown) =>
    expect(readAll('steam', `${origin}/market/`, own(href, shown))).toEqual([undefined]),
  );

  test('stands among the offers of others, too', () => {
    const shown = offer(redline, '$31.20 USD');
    const ownIn = (body: string) => readAll('steam', listingUrl(redline), body).map((reading) => reading?.own);
    expect(ownIn(own(listingUrl(redline), redline) + shown)).toEqual([true, true]);
    expect(ownIn(own(listingUrl(redline), redline) + shown.replace('listing_1', 'listing_2'))).toEqual([
      true,
      undefined,
    ]);
  });

  test('a React group’s own page gives no name', () => {
    const url = `${origin}/market/listings/730/G1807209A023004`;
    const row = offer('AK-47 | Redline', '$31.20');
    expect(readAll('steam', url, row)).toEqual([undefined]);
    // A translated name fits any address, and this page has none.
    expect(readAll('steam', url, `<div lang="de">${row}</div>`)).toEqual([undefined]);
  });
});

describe('a row of another language', () => {
  const read = (shown: string) =>
    readAll('steam', listingUrl(redline), `<div lang="xx">${offer(shown, '$31.20')}</div>`)[0]?.item;

  test.each([
    'AK-47 | Redline (Einsatzerprobt)',
    'AK-47 | 红线 (久经沙场)',
    'AK-47 | Красная линия (После полевых испытаний)',
  ])('may be of the item of the address: %s', (shown) => expect(read(shown)).toBe(redline));

  test.each([
    ['another wear', 'AK-47 | Redline (Fabrikneu)'],
    ['a wear that is not known here', 'AK-47 | Ligne rouge (Testée sur le terrain)'],
    ['no wear', 'AK-47 | Redline'],
    ['another model', 'AWP | Redline (Einsatzerprobt)'],
    ['another mark', 'AK-47 (StatTrak™) | Redline (Einsatzerprobt)'],
  ])('with %s is of another item, or in doubt', (_, shown) => expect(read(shown)).toBeUndefined());
});

describe('a search result', () => {
  test.each([
    ['markup', result('<img src=x onerror=alert(1)>', '$1.00')],
    ['5,000 characters', result('x'.repeat(5_000), '$1.00')],
    ['no name', result('', '$1.00')],
    ['no attribute', '<div class="market_listing_searchresult"></div>'],
  ])('with %s is not read', (_, body) => expect(readAll('steam', searchUrl, body)).toEqual([undefined]));

  test('with any attributes gives its own name or none', () => {
    const document = documentAt(searchUrl, result('', ''));
    const [row, price] = [...document.querySelectorAll('.market_listing_searchresult, .normal_price .normal_price')];
    const [page] = pagesAt('steam', searchUrl);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, text) => {
        row?.setAttribute('data-hash-name', name);
        if (price) price.textContent = text;
        const reading = readingOf((row && page?.read(row, new Map())) ?? undefined);
        expect(reading === undefined || reading.item === name).toBe(true);
      }),
    );
    row?.setAttribute('data-hash-name', redline);
    expect(row && page?.read(row, new Map())).toMatchObject({ item: redline });
  });
});

const block = (titles: readonly string[], name = 'sticker_info') => ({
  descriptions: [
    { type: 'html', value: ' ' },
    {
      type: 'html',
      name,
      value: `<br><div id="${name}" class="${name}"><center>${titles
        .map((title) => `<img width=64 height=48 src="https://x/y.png" title="${title}">`)
        .join('')}<br>Sticker: never read, from here</center></div>`,
    },
  ],
});
/** As they come to the page's cards. */
const attached = (...titles: string[]) => parseRows([{ key: 'a', ...attachedOf(block(titles)) }])[0]?.attached;

describe('an item’s description', () => {
  test('tells stickers, patches and charms by the titles of their pictures', () => {
    expect(attached('Sticker: Crown (Foil)', 'Patch: Howl')).toEqual([
      { item: 'Sticker | Crown (Foil)' },
      { item: 'Patch | Howl' },
    ]);
    expect(attachedOf(block(['Charm: Lil&#39; Squirt'], 'keychain_info'))?.attached).toEqual([
      { item: "Charm | Lil' Squirt" },
    ]);
  });

  test('keeps commas, two spaces and decoded signs of a name', () =>
    expect(attached('Sticker: Hello, A  &amp; B | Paris 2023')).toEqual([
      { item: 'Sticker | Hello, A  & B | Paris 2023' },
    ]));

  test.each(['Adesivo: Crown (Foil)', '印花: 皇冠', 'Sticker', '', 'AWP | Dragon Lore'])(
    'in another language counts and does not guess: %s',
    (title) => expect(attached('Sticker: Howl', title)).toEqual([{ item: 'Sticker | Howl' }, {}]),
  );

  test('without such a block has nothing attached', () => {
    expect(attachedOf({ descriptions: [{ value: '<img title="Sticker: Crown (Foil)">' }] })).toBeUndefined();
    expect(attachedOf(block([]))).toBeUndefined();
    for (const shape of [null, undefined, 7, [], {}, { descriptions: 'x' }, { descriptions: [null, 7, { value: 7 }] }])
      expect(attachedOf(shape)).toBeUndefined();
  });

  test('has ten attached items at most, and never throws', () => {
    expect(attached(...Array<string>(50).fill('Sticker: Howl'))).toHaveLength(10);
    fc.assert(
      fc.property(fc.anything(), (value) => void attachedOf({ descriptions: [{ value, name: 'sticker_info' }] })),
    );
  });
});
