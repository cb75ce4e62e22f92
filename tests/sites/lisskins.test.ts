import { describe, expect, test } from 'vitest';
import { notAnItem, type Row } from '#core/site.ts';
import { parseRows } from '#protocol/page-events.ts';
import { documentAt, readAll, readCards, tapOf } from './page.ts';

const market = 'https://lis-skins.com/market/csgo/';
const redline = 'AK-47 | Redline (Field-Tested)';

const skin = (more: object = {}) => ({ name: redline, name_short: 'AK-47 | Redline', url: 'ak-47-redline', ...more });
const item = (more: object = {}) => ({
  id: 7,
  final_withdrawal_price: 12.5,
  item_float: '0.2123456789',
  skin: skin(),
  tag_manager_data: { currency: 'USD', price: 12.5 },
  ...more,
});

interface State {
  readonly queries?: unknown;
  readonly cart?: unknown;
  readonly mounted?: unknown;
}

/** The framework's objects: their fields are getters of classes, which a copy of an object loses. */
function viewWith({ queries = [], cart, mounted = true }: State) {
  const { defaultView } = documentAt(market, '<div id="__nuxt"></div>');
  const store = {
    get value() {
      return { cart: { cartItems: cart } };
    },
  };
  const cache = Object.create({ getAll: () => queries });
  Object.assign(defaultView?.document.querySelector('#__nuxt') ?? {}, {
    _vnode: { component: { isMounted: mounted } },
    __vue_app__: {
      _context: { provides: { VUE_QUERY_CLIENT: Object.create({ getQueryCache: () => cache }) } },
      config: { globalProperties: { $pinia: { state: Object.create(store) } } },
    },
  });
  return defaultView;
}

function stateOf(state: State): Map<string, Row> {
  const view = viewWith(state);
  const rows = view ? tapOf('lisskins')?.state?.(view) : undefined;
  return new Map(parseRows(rows ?? []).map((row) => [row.key, row]));
}

const query = (data: unknown, key: unknown = ['skins', { page: 1 }]) => ({ queryKey: key, state: { data } });
const rowsOf = (...items: readonly unknown[]) => stateOf({ queries: [query({ data: items })] });

const card = (print: string, id = '7') => `
  <article class="skin-card market-card__container" id="${id}">
    <div class="skin-card__price-wrapper">${print}</div><div class="skin-card__footer"></div></article>`;
const offer = (wear: string, print: string) => `
  <div class="offers-table"><div class="ui-row"><i class="offers-table__float">${wear}</i><b class="offers-table__price">${print}</b></div></div>`;
const inCart = (short: string, print: string) => `
  <div class="skin-item"><div class="skin-item__image"><img alt="${short}"></div><div class="skin-item__price">${print}</div></div>`;

const read = (body: string, rows: Map<string, Row>, url = market) => readAll('lisskins', url, body, rows)[0];
const usd = { amount: '12.50', currency: 'USD' };

describe('the page’s state', () => {
  test('is read at each usual depth', () => {
    for (const data of [[item()], { data: [item()] }, { pages: [{ data: { items: [item()] } }] }, item()])
      expect(stateOf({ queries: [query(data)] }).get('7')).toMatchObject({ item: redline, listing: usd });
  });

  test.each([['skins'], ['obtained-skins'], ['skin']])('is read from the query %s', (name) =>
    expect(stateOf({ queries: [query([item()], [name])] }).get('7')?.item).toBe(redline),
  );

  test.each([[['inventory']], [['orders']], ['skins'], [null], [[{}]], [[]]])('is not read from the query %j', (key) =>
    expect(stateOf({ queries: [query([item()], key)] }).size).toBe(0),
  );

  test.each([undefined, null, 7, 'x', {}, [null], [7], [{}], [{ queryKey: ['skins'] }], [query(null)], [query('x')]])(
    'of another shape contains nothing: %j',
    (queries) => expect(stateOf({ queries, cart: queries }).size).toBe(0),
  );

  test('is not read before the page is mounted', () => {
    expect(stateOf({ queries: [query([item()])], mounted: false }).size).toBe(0);
    const view = documentAt(market, '').defaultView;
    expect(view && tapOf('lisskins')?.state?.(view)).toEqual([]);
  });

  test('is read once where it contains itself, and up to a limit', () => {
    const round: { self?: unknown; item: unknown } = { item: item() };
    round.self = round;
    expect(stateOf({ queries: [query(round)] }).get('7')?.item).toBe(redline);
    expect(rowsOf(...Array.from({ length: 60_000 }, (_, id) => ({ id }))).size).toBe(0);
  });

  test('contains the items within the data of an item’s page', () =>
    expect([...stateOf({ queries: [query({ id: 9, skin: skin(), items: [item()] }, ['skin'])] }).keys()]).toEqual([
      '7',
      'ak-47-redline 0.21234567',
    ]));

  test('does not count a sticker on an item as an item', () =>
    expect([
      ...rowsOf(item({ stickers: [{ skin_sticker: { id: 9, skin: { name: 'Sticker | Crown (Foil)' } } }] })).keys(),
    ]).toEqual(['7', 'ak-47-redline 0.21234567']));
});

describe('a card', () => {
  test('that prints another price has no price', () => {
    const rows = rowsOf(item());
    for (const print of ['$12.50', '12,50 $', '11,38 €', '']) expect(read(card(print), rows)?.listing).toEqual(usd);
    for (const print of ['$12.60', '12,60 $', '$1,250.00']) expect(read(card(print), rows)?.listing).toBeUndefined();
  });

  test('that is still empty is no item', () => {
    const empty = '<article class="skin-card market-card__container"><div class="skin-card__footer"></div></article>';
    expect(readCards('lisskins', market, empty)).toEqual([notAnItem]);
    expect(readCards('lisskins', market, card('$12.50'))).toEqual([undefined]);
  });

  test.each(['<b>x</b>', 'x'.repeat(300), ' ', 7, null])('with the name %j is not read', (name) =>
    expect(read(card('$12.50'), rowsOf(item({ skin: skin({ name }) })))).toBeUndefined(),
  );
});

describe('an offer', () => {
  const page = `${market}ak-47-redline/`;

  test('is identified by its page and its wear value', () => {
    const rows = rowsOf(item());
    expect(read(offer('0.2123456789', '$12.50'), rows, page)).toEqual({ item: redline, listing: usd });
    expect(read(offer('0.2123456789', '$13.50'), rows, page)?.listing).toBeUndefined();
    expect(read(offer('0.2123', '$12.50'), rows, page)).toBeUndefined();
    expect(read(offer('–', '$12.50'), rows, page)).toBeUndefined();
    expect(read(offer('0.2123456789', '$12.50'), rows, `${market}awp-asiimov/`)).toBeUndefined();
  });
});

describe('the cart', () => {
  const cartOf = (...cart: readonly unknown[]) => stateOf({ cart });

  test('is identified by short name and price together', () => {
    expect(read(inCart('AK-47 | Redline', '$12.50'), cartOf(item()))).toEqual({ item: redline, listing: usd });
    for (const [short, print] of [
      ['AK-47 | Redline', '$12.60'],
      ['AK-47 | Redline', '12.50 €'],
      ['AK-47 | Redline', ''],
      ['AK-47 | Vulcan', '$12.50'],
    ])
      expect(read(inCart(short ?? '', print ?? ''), cartOf(item()))).toBeUndefined();
  });

  test('does not identify two items with one short name', () => {
    const worn = item({ id: 8, skin: skin({ name: 'AK-47 | Redline (Well-Worn)' }) });
    expect(read(inCart('AK-47 | Redline', '$12.50'), cartOf(item(), worn))).toBeUndefined();
    expect(read(inCart('AK-47 | Redline', '$12.50'), cartOf(worn, item(), item()))).toBeUndefined();
  });
});
