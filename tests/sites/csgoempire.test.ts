import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/items/names.ts';
import { everyName, lost, takeApart } from '../core/every-name.ts';
import { type FedPage, readFedCards, rowsFrom } from './fed.ts';
import { readingOf, siteOf } from './page.ts';

const origin = 'https://csgoempire.com';
const items = `${origin}/api/v2/trading/items?page=1`;
const itemPage = `${origin}/api/v2/trading/item/31`;
const owned = `${origin}/api/v2/trading/user/inventory`;
const coins = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'COIN' });

const redline = { id: 31, market_name: 'AK-47 | Redline (Field-Tested)', market_value: 5120, auction_ends_at: null };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const price = (print: string) => `<b data-testid="currency-value"><i></i><span>${print}</span></b>`;
const card = (type: string, name: string, quality: string, href = '', print = '51.20') => `
  <div class="item-card"><a href="${href}"></a><p data-testid="item-card-item-type">${escaped(type)}</p>
    <p data-testid="item-card-item-name">${escaped(name)}</p><p data-testid="item-card-quality">${quality}</p>
    ${price(print)}<div data-testid="item-card-bottom-area"></div></div>`;

const read = (body: string, rest: Partial<FedPage> = {}) =>
  readFedCards('csgoempire', {
    url: `${origin}/withdraw/steam/market`,
    body,
    answers: [[items, { data: [redline] }]],
    ...rest,
  }).map(readingOf);

test('is gambling, and optional', () => expect(siteOf('csgoempire')).toMatchObject({ gambling: true, optional: true }));

describe('an answer', () => {
  test('has bids of auctions and asks', () =>
    expect(
      rowsFrom('csgoempire', items, {
        data: [
          redline,
          { ...redline, auction_ends_at: 1, auction_highest_bid: 6000 },
          { ...redline, auction_ends_at: 1, auction_highest_bid: null },
          { ...redline, auction_number_of_bids: 0 },
          { ...redline, auction_number_of_bids: 2 },
        ],
      }).map(({ kind, listing }) => [kind, listing?.cents]),
    ).toEqual([
      ['ask', 5120],
      ['bid', 6000],
      ['bid', 5120],
      ['ask', 5120],
      ['bid', 5120],
    ]));
});

describe('a card', () => {
  test.each(['/item/32', '/items/31', ''])('without a row (%j) has the name of its pieces and no price', (href) =>
    expect(read(card('AWP', 'Asiimov', 'FT', href))).toEqual([
      { item: 'AWP | Asiimov (Field-Tested)', assembled: true },
    ]),
  );

  test.each([
    ['AK-47', 'Redline', ''],
    ['AK-47', 'Redline', 'Bien usé'],
    ['AK-47', '', 'FT'],
    ['', 'Redline', 'FT'],
    ['Sticker', 'Crown', 'Blau'],
    ['★ Karambit', 'Fade', ''],
    ['Souvenir StatTrak™ AK-47', 'Redline', 'FT'],
  ])('of the pieces %s, %s, %s is not read', (type, name, quality) =>
    expect(read(card(type, name, quality))).toEqual([undefined]),
  );
});

describe('an own item', () => {
  const readOwn = (name: string) =>
    read(card('AK-47', name, 'FT'), { url: `${origin}/deposit/steam`, answers: [[owned, { data: [redline] }]] });

  test('has a certain name when the inventory has it', () => {
    expect(readOwn('Redline')).toEqual([{ item: redline.market_name, kind: 'none', assembled: undefined }]);
    expect(readOwn('Vulcan')).toEqual([{ item: 'AK-47 | Vulcan (Field-Tested)', kind: 'none', assembled: true }]);
  });
});

describe('an item’s own page', () => {
  const readPage = (text: string, id = '31') =>
    read(`<div class="item-page"><div class="main-item-info">${text}${price('51.20')}</div></div>`, {
      url: `${origin}/item/${id}`,
      answers: [[itemPage, { data: { item: redline, similar_listings: [{ ...redline, id: 32 }] } }]],
    });

  test('must show the item of its address', () => {
    expect(readPage('AK-47 <b>Redline</b>')).toMatchObject([{ item: redline.market_name, listing: coins('51.20') }]);
    expect(readPage('AK-47 <b>Vulcan</b>')).toEqual([undefined]);
    expect(readPage('AK-47 Redline', '33')).toEqual([undefined]);
  });
});

test('every name that a card can show is read', () => {
  function shown(name: string): string | undefined {
    const { star, statTrak, souvenir, type, base, wear } = takeApart(name);
    if (type) return type === 'Sticker' && !statTrak ? card('Sticker', base, '') : card('', name, '');
    const [weapon = '', ...finish] = base.split(' | ');
    const marks = `${star ? '★ ' : ''}${statTrak ? 'StatTrak™ ' : ''}${souvenir ? 'Souvenir ' : ''}`;
    if (star && !wear) return finish.length === 0 ? card(marks + weapon, 'Vanilla', '') : undefined;
    return wear ? card(marks + weapon, finish.join(' | '), wear) : card('', name, '');
  }
  const names = everyName.filter((name, at) => at % 29 === 0 && shown(name));
  expect(names.length).toBeGreaterThan(1_200);
  const readings = read(names.map(shown).join(''));
  const back = new Map(names.map((name, at) => [name, readings[at]?.item]));
  expect(lost(names, normaliseName, (name) => back.get(name))).toEqual([]);
});

describe('a message of the socket', () => {
  const url = 'wss://trade.csgoempire.com/s/?EIO=3&transport=websocket';
  const item = { id: 7, market_name: 'AK-47 | Redline (Field-Tested)', market_value: 1234, auction_ends_at: null };
  const row = {
    key: '7',
    item: 'AK-47 | Redline (Field-Tested)',
    listing: { cents: 1234, currency: 'COIN' },
    kind: 'ask',
  };

  test('has a row for each new or changed item', () => {
    expect(rowsFrom('csgoempire', url, ['new_item', [item, null]])[0]).toEqual(row);
    expect(rowsFrom('csgoempire', url, ['updated_item', item])).toEqual([row]);
  });

  test.each([
    ['60.00', { cents: 6000, currency: 'COIN' }],
    ['51.20', { cents: 5120, currency: 'COIN' }],
    ['99.00', undefined],
  ])('that tells a bid of 60.00 for 51.20 makes a card that prints %s have the bid %j', (print, listing) => {
    const auction = { ...redline, auction_ends_at: 1, auction_highest_bid: 5120 };
    const answers = [
      [items, { data: [auction] }],
      [url, ['auction_update', [{ id: 31, auction_highest_bid: 6000 }]]],
    ] as const;
    const [reading] = read(card('AK-47', 'Redline', 'FT', '/trading/item/31', print), { answers });
    expect(reading).toMatchObject({ item: redline.market_name, kind: 'bid', listing });
  });

  test('that changes a price leaves it in doubt until the card prints it', () => {
    const answers = [
      [items, { data: [redline] }],
      [url, ['updated_item', [{ ...redline, market_value: 6000, purchase_price: 6000, item_search: null }]]],
    ] as const;
    const shown = (print: string) => read(card('AK-47', 'Redline', 'FT', '/trading/item/31', print), { answers });
    expect(shown('60.00')).toMatchObject([{ listing: { cents: 6000, currency: 'COIN' } }]);
    expect(shown('51.20')).toMatchObject([{ listing: undefined, disputed: true }]);
  });

  test('that takes an item back leaves nothing to buy until it comes again', () => {
    const told = [[items, { data: [redline] }] as const, [url, ['deleted_item', [31, null]]] as const];
    const shown = (more: readonly (readonly [string, unknown])[]) =>
      read(card('AK-47', 'Redline', 'FT', '/trading/item/31', '51.20'), { answers: [...told, ...more] });
    expect(shown([])).toMatchObject([{ item: redline.market_name, sold: true }]);
    expect(shown([[url, ['new_item', [redline]]]])).toMatchObject([{ item: redline.market_name, sold: undefined }]);
  });

  test('of another kind has none', () => {
    expect(rowsFrom('csgoempire', url, ['updated_seller_online_status', [7]])).toEqual([]);
    expect(rowsFrom('csgoempire', url, ['auction_update', [{ id: 7 }, null]])).toEqual([]);
  });
});
