import { describe, expect, test } from 'vitest';
import { withListing } from '#page/finder/adapter-reading.ts';
import { type FedPage, knownRows, readFedCards } from './fed.ts';
import { documentAt, pagesAt, readingOf } from './page.ts';

const origin = 'https://skinport.com';
const browse = `${origin}/api/browse/730?skip=0`;
const item = `${origin}/api/item?appid=730&id=31`;
const eur = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'EUR' });

const redline = {
  saleId: 31,
  classid: '900',
  marketHashName: 'AK-47 | Redline (Field-Tested)',
  version: 'default',
  salePrice: 148_936,
  currency: 'EUR',
};

const card = (href: string, print = '', game = 'ItemPreview--id-730') => `
  <div class="ItemPreview ${game}"><a class="ItemPreview-href" href="/item/ak-47-redline"></a>
    <a class="ItemPreview-link" href="${href}"></a>
    <div class="ItemPreview-itemInfo"></div>
    <div class="ItemPreview-priceValue"><div class="Tooltip-link">${print}</div></div>
  </div>`;

const read = (body: string, rest: Partial<FedPage> = {}) =>
  readFedCards('skinport', { url: `${origin}/market`, body, answers: [[browse, { items: [redline] }]], ...rest });
const listing = (print: string, fields: object = {}) =>
  read(card('/item/a/31', print), { answers: [[browse, { items: [{ ...redline, ...fields }] }]] })
    .map(readingOf)
    .map((each) => each?.listing)[0];

test('an item that only its print tells has a listing in the market, and none among what the user has bought or sold', () => {
  const found = { item: redline.marketHashName, byName: true } as const;
  const listingAt = (path: string) => {
    const { body } = documentAt(`${origin}${path}`, card('/item/a/32', '€1,489.36'));
    return withListing(body, found, { types: pagesAt('skinport', `${origin}${path}`), rows: knownRows() })?.listing;
  };
  expect(listingAt('/market')).toEqual(eur('1489.36'));
  expect(listingAt('/myitems/sold')).toBeUndefined();
});

test('what the user has put on sale is the user’s own in the market, too', () => {
  const own = [`${origin}/api/inventory/listed`, { items: [redline] }] as const;
  const shown = card('/item/a/31', '€1,489.36');
  expect(read(shown, { answers: [own, [browse, { items: [redline] }]] })).toMatchObject([{ own: true }]);
});

describe('a price', () => {
  test.each(['', '€1,489.36', '1 489,36 €', '$1,720.00', 'CHF 1’390.00'])('is the answer’s beside %j', (print) =>
    expect(listing(print)).toEqual(eur('1489.36')),
  );

  test.each([
    ['another print', '€1,480.00', {}],
    ['a currency without hundredths', '', { currency: 'JPY' }],
    ['no currency', '', { currency: undefined }],
    ['decimals', '', { salePrice: 1489.36 }],
  ])('with %s is absent', (_, print, fields) => expect(listing(print, fields)).toBeUndefined());
});

describe('the picture’s name', () => {
  const itemOf = (alt: string, name = redline.marketHashName) => {
    const pictured = card('/item/a/31').replace('<a', `<img src="/image/class/730/900/256fx256f" alt="${alt}"><a`);
    return read(pictured, { answers: [[browse, { items: [{ ...redline, marketHashName: name }] }]] }).map(readingOf)[0]
      ?.item;
  };

  test.each(['', redline.marketHashName, 'AK-47 | Rote Linie (Einsatzerprobt)', 'AK-47 | 红线 (久经沙场)'])(
    'may be %j beside the row’s',
    (alt) => expect(itemOf(alt)).toBe(redline.marketHashName),
  );

  test.each([
    'AK-47 | Redline (Minimal Wear)',
    'AWP | Redline (Field-Tested)',
    'StatTrak™ AK-47 | Rote Linie (Einsatzerprobt)',
  ])('contradicts the row as %j', (alt) => expect(itemOf(alt)).toBeUndefined());

  test('may have a phase', () => {
    const doppler = '★ Karambit | Doppler (Factory New)';
    expect(itemOf('★ Karambit | Doppler Phase 2 (Factory New)', doppler)).toBe(doppler);
  });
});

describe('an item’s own page', () => {
  const page = (picture: string) => `<div class="ItemPage"><img class="ItemImage-img" src="${picture}">
    <div class="ItemPage-price"><div class="Tooltip-link">€1,489.36</div></div><div class="ItemPage-suggested"></div></div>`;
  const readPage = (picture: string, sale = '31') =>
    read(page(picture), {
      url: `${origin}/item/ak-47-redline/${sale}`,
      answers: [[item, { data: { item: redline, otherSales: { items: [{ ...redline, saleId: 32 }] } } }]],
    });

  test('has the sale of its address', () => {
    expect(readPage('/image/class/730/900/512fx512f')).toMatchObject([{ listing: eur('1489.36') }]);
    expect(readPage('/image/class/730/900/512fx512f', '32')).toHaveLength(1);
  });

  test('that still shows another item’s picture is not read', () => {
    expect(readPage('/image/class/730/901/512fx512f')).toEqual([undefined]);
    expect(readPage('')).toEqual([undefined]);
    expect(readPage('/image/class/730/900/512fx512f', '33')).toEqual([undefined]);
  });

  describe('whose picture tells no class', () => {
    const names = (title: string, text = 'Field-Tested') =>
      `<i class="ItemPage-title">${title}</i><i class="ItemPage-name">Redline</i><i class="ItemPage-text">${text}</i>`;
    const readNamed = (shown: string, fields: object = {}) =>
      read(page('/image/a.png').replace('<img', `${shown}<img`), {
        url: `${origin}/item/ak-47-redline/31`,
        answers: [[item, { data: { item: { ...redline, ...fields } } }]],
      });

    test('has the sale of its address if it shows the item and its price', () =>
      expect(readNamed(names('AK-47'))).toMatchObject([{ item: redline.marketHashName, listing: eur('1489.36') }]));

    test('or whose picture is of another class, as a picture of the same item may be', () => {
      const shown = `${names('AK-47')}<img class="ItemImage-img" src="/image/class/730/901/512fx512f">`;
      expect(readNamed(shown)).toMatchObject([{ item: redline.marketHashName }]);
    });

    test('or whose elements all have other names', () => {
      const body = '<div class="ItemPage"><h1>AK-47</h1><h2>Redline</h2><p>Field-Tested</p><b>€1,489.36</b></div>';
      const rest = { url: `${origin}/item/ak-47-redline/31`, answers: [[item, { data: { item: redline } }]] } as const;
      expect(read(body, rest)).toMatchObject([{ item: redline.marketHashName, listing: eur('1489.36') }]);
      expect(read(body.replace('36', '37'), rest)).toEqual([undefined]);
    });

    test.each([
      ['another weapon', names('AWP'), {}],
      ['another wear', names('AK-47', 'Minimal Wear'), {}],
      ['its StatTrak™ twin', names('StatTrak™ AK-47'), {}],
      ['another price', names('AK-47'), { salePrice: 148_900 }],
      ['another currency', names('AK-47'), { currency: 'USD' }],
    ])('is not read with %s', (_, shown, fields) => expect(readNamed(shown, fields)).toEqual([undefined]));
  });
});
