/** @module-tag full */
import { expect, test } from 'vitest';
import { alternate, contender, samplesOf } from './contenders.ts';

test('each contender is measured once a round', async () => {
  const order: string[] = [];
  const named = (name: string) => contender(async () => order.push(name));
  await alternate(3, [named('ours'), named('floor')]);
  const rounds = [order.slice(0, 2), order.slice(2, 4), order.slice(4)];
  expect(rounds.map((round) => round.toSorted())).toEqual(Array(3).fill(['floor', 'ours']));
});

test('the order differs from round to round', async () => {
  const firsts = new Set<number>();
  const all = [1, 2].map((number) => contender(async () => number));
  for (let run = 0; run < 100; run++) {
    const order: number[] = [];
    await alternate(
      1,
      all.map(({ measure }) => contender(async () => order.push(await measure()))),
    );
    firsts.add(order[0] ?? 0);
  }
  expect(firsts.size).toBe(2);
});

test('samples are one figure of each contender', async () => {
  const all = { ours: contender(async () => ({ ms: 2, mb: 3 })), floor: contender(async () => ({ ms: 1, mb: 0 })) };
  await alternate(2, Object.values(all));
  expect(samplesOf(all, ({ ms }) => ms)).toEqual({ ours: [2, 2], floor: [1, 1] });
});
