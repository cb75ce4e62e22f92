import { describe, expect, test } from 'vitest';
import { readFed, rowsFrom } from './fed.ts';

const origin = 'https://white.market';
const api = 'https://api.white.market/graphql/api';
const name = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';
const usd = (amount: string) => ({ amount, currency: 'USD' });

const node = (slug: string, nameHash: unknown, more: object = {}, item: object = {}) => ({
  node: { slug, price: { value: '12.34', currency: 'USD' }, item: { description: { nameHash }, ...item }, ...more },
});
const redline = node('red', name);
const answer = (edges: readonly unknown[], key = 'market_list') => ({ data: { [key]: { edges } } });
const rows = (...edges: readonly unknown[]) => rowsFrom('whitemarket', api, answer(edges));

const read = (body: string, edges: readonly unknown[] = [redline], path = '/market') =>
  readFed('whitemarket', { url: origin + path, body, answers: [[api, answer(edges)]] });
const card = (href: string, price = '$12.34', text = '') =>
  `<a href="${href}">${text}<div><div class="price">${price}</div></div></a>`;

describe('an answer', () => {
  test.each(['market_list', 'inventory_my', 'market_my', 'instant_sell_list'])('is read under %s', (key) =>
    expect(rowsFrom('whitemarket', api, answer([redline], key))).toMatchObject([{ key: 'red', item: name }]),
  );

  test('to another query gives no rows', () =>
    expect(rowsFrom('whitemarket', api, { data: { user: { id: 1 }, none: null } })).toEqual([]));

  test('has a row for every id that a card may have', () =>
    expect(rows(node('red', name, { id: 'n1' }, { id: 77 })).map(({ key }) => key)).toEqual(['red', 'n1', '77']));

  test('has the name in either of two fields, and none where they differ', () => {
    const both = (one: unknown, other: unknown) => rows(node('red', one, {}, { nameHash: other }))[0]?.item;
    expect([both(undefined, name), both(name, null), both(name, name), both(name, doppler)]).toEqual([
      name,
      name,
      name,
      undefined,
    ]);
  });

  test.each([570, '252490', 'RUST', 'DOTA2'])('about the game %s only marks the card', (appId) =>
    expect(
      rows(node('red', name, {}, { appId }), node('red', name, {}, { description: { nameHash: name, appId } })),
    ).toEqual([
      { key: 'red', otherGame: true },
      { key: 'red', otherGame: true },
    ]),
  );

  test.each([730, '730', 'CSGO', null])('about the game %s is read', (appId) =>
    expect(rows(node('red', name, {}, { appId }))).toHaveLength(1),
  );

  test.each([
    'https://white.market.example.org/graphql/api',
    `${origin}/graphql/apis`,
    `${origin}/?u=/graphql/api`,
    // Partners' answers tell one price for all phases of a name.
    api.replace('graphql/api', 'graphql/partner'),
  ])('is not read from %s', (url) => expect(() => rowsFrom('whitemarket', url, answer([]))).toThrow(/no feed/));
});

describe('a card of the market', () => {
  test.each(['/item/red', '/pt/item/red?ref=1', `${origin}/item/red/`])('has the node of its link: %s', (href) =>
    expect(read(card(href))).toMatchObject([{ item: name, listing: usd('12.34') }]),
  );

  test.each(['/item/redline', '/item/a/red', '/item/?slug=red'])('without a node is not read: %s', (href) =>
    expect(read(card(href))).toEqual([undefined]),
  );

  test('without a price does not count', () => expect(read('<a href="/item/red">AK-47</a>')).toEqual([]));

  test('that shows another price has no price', () => {
    expect(read(card('/item/red', '$12.90'))).toEqual([{ item: name, phase: undefined, listing: undefined }]);
    expect(read(card('/item/red', '€11.20'))[0]?.listing).toEqual(usd('12.34'));
  });

  test('has the phase that it shows where the answer has none, unless it shows two', () => {
    const phase = (text: string, edge = node('red', doppler)) => read(card('/item/red', '', text), [edge])[0]?.phase;
    expect(phase('<i>Doppler</i><i>Phase 2</i><i>FN</i>')).toBe('Phase 2');
    expect(phase('Phase 2 or Phase 3')).toBeUndefined();
    expect(phase('Phase 2', node('red', doppler, {}, { phase: 'Phase 4' }))).toBe('Phase 4');
    expect(phase('Phase 2', redline)).toBeUndefined();
  });
});

describe('a row of similar offers', () => {
  const row = (...slugs: string[]) =>
    `<table><tr>${slugs.map((slug) => `<td><a href="/item/${slug}">x</a></td>`).join('')}<td>$12.34</td></tr></table>`;
  const offers = (body: string) => read(body, [redline, node('blue', doppler)], '/item/some-slug');

  test('has the node of its link', () =>
    expect(offers(row('red', 'red'))).toMatchObject([{ item: name, listing: usd('12.34') }]));

  test('with links to two offers is not read', () => expect(offers(row('red', 'blue'))).toEqual([undefined]));
});

describe('a card of the inventory', () => {
  const own = (id: string) => `<div class="styles__item" id="${id}"><button title="x"></button></div>`;
  const owned = (body: string, path = '/inventory/my') => read(body, [node('red', name, { id: 'n1' })], path);

  test('has the node of its id', () =>
    expect(owned(own('n1') + own('red') + own('n2')).map((each) => each?.item)).toEqual([name, name, undefined]));

  test.each(['/inventory/my', '/pt/inventory/instant-sell'])('is not for sale, whatever price it shows: %s', (path) => {
    const priced = own('n1').replace('</button>', '<div><div class="price">$12.34</div></div></button>');
    expect(owned(priced, path)).toEqual([{ item: name, phase: undefined, kind: 'none' }]);
  });
});
