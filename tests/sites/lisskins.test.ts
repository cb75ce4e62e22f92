import { describe, expect, test } from 'vitest';
import type { Row } from '#core/site.ts';
import { parseRows } from '#protocol/page-events.ts';
import { documentAt, tapOf } from './page.ts';

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

const usd = { cents: 1250, currency: 'USD' };

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

  test('is read once where it contains itself, and up to a limit', () => {
    const round: { self?: unknown; item: unknown } = { item: item() };
    round.self = round;
    expect(stateOf({ queries: [query(round)] }).get('7')?.item).toBe(redline);
    expect(rowsOf(...Array.from({ length: 60_000 }, (_, id) => ({ id }))).size).toBe(0);
  });
});
