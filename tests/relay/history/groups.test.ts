import { expect, test } from 'vitest';
import { type GroupHistories, leastGroup } from '#protocol/history-groups.ts';
import { openHistory } from '#relay/history/changes.ts';
import { openDatabase } from '#relay/store/database.ts';

const halfHour = 20_473 * 48;

async function recorded(count: number) {
  const history = openHistory(openDatabase(':memory:'), 32);
  const add = (to: number) => {
    const prices = new Map(Array.from({ length: to }, (_, at) => [`Item ${at}`, at + 1]));
    return history.record(new Map([['buff163', prices]]), { halfHour: halfHour + to, isSteady: true });
  };
  await add(count);
  const tell = (prefix: string): GroupHistories =>
    JSON.parse(new TextDecoder().decode(history.body({ prefix, markets: ['buff163'], days: 9 }, halfHour + 9999)));
  return { add, tell };
}

const prefixesOf = (bits: number) =>
  Array.from({ length: 2 ** bits }, (_, at) => (bits === 0 ? '' : at.toString(2).padStart(bits, '0')));

test.each([0, 15, 31, 40, 700, 2000, 40_000])('of %d items, each is in one group, and none is small', async (count) => {
  const { tell } = await recorded(count);
  const { bits } = tell('');
  const groups = prefixesOf(bits).map((prefix) => Object.keys(tell(prefix).histories));
  expect(groups.flat().sort()).toEqual(Array.from({ length: count }, (_, at) => `Item ${at}`).sort());
  expect(bits === 0 || Math.min(...groups.map((names) => names.length)) >= leastGroup).toBe(true);
  // As long as they can be: the answer is not needlessly large.
  expect(groups[0]?.length ?? 0).toBeLessThanOrEqual(Math.max(80, 2 * leastGroup));
});

test('a prefix that is too short only learns the length, and a longer one gets its whole group', async () => {
  const { tell } = await recorded(2000);
  const { bits, histories } = tell('');
  expect([bits > 3, histories]).toEqual([true, {}]);
  const prefix = '0'.repeat(bits);
  expect(tell(`${prefix}11`.slice(0, 10))).toEqual(tell(prefix));
});

test('items that are recorded later are in the groups', async () => {
  const { add, tell } = await recorded(20);
  expect(Object.keys(tell('').histories)).toHaveLength(20);
  await add(25);
  expect(Object.keys(tell('').histories)).toHaveLength(25);
});
