import { describe, expect, test } from 'vitest';
import { rowsFrom } from './fed.ts';

const api = 'https://api.white.market/graphql/api';
const name = 'AK-47 | Redline (Field-Tested)';

const node = (slug: string, nameHash: unknown, more: object = {}, item: object = {}) => ({
  node: { slug, price: { value: '12.34', currency: 'USD' }, item: { description: { nameHash }, ...item }, ...more },
});
const redline = node('red', name);
const answer = (edges: readonly unknown[], key = 'market_list') => ({ data: { [key]: { edges } } });
const rows = (...edges: readonly unknown[]) => rowsFrom('whitemarket', api, answer(edges));

describe('an answer', () => {
  test.each(['market_list', 'inventory_my', 'market_my', 'instant_sell_list'])('is read under %s', (key) =>
    expect(rowsFrom('whitemarket', api, answer([redline], key))).toMatchObject([{ key: 'red', item: name }]),
  );

  test.each([570, '252490', 'RUST', 'DOTA2'])('about the game %s only marks the card', (appId) =>
    expect(
      rows(node('red', name, {}, { appId }), node('red', name, {}, { description: { nameHash: name, appId } })),
    ).toEqual([
      { key: 'red', otherGame: true },
      { key: 'red', otherGame: true },
    ]),
  );
});
