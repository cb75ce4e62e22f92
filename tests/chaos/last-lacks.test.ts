import { expect, test } from 'vitest';
import { lastLacks } from './last-lacks.ts';

/** Looks that lack these things, one after the other, and nothing behind them. */
const looks = (...all: string[][]) => {
  const left = [...all];
  return { left, look: async () => left.shift() ?? [] };
};
const quick = { limitMs: 1000, pauseMs: 1 };

test('what is whole once is whole, whatever a look behind it would see', async () => {
  const { look, left } = looks(['an overlay'], [], ['prices of now']);
  expect(await lastLacks(look, quick)).toEqual([]);
  expect(left).toEqual([['prices of now']]);
});

test('what is never whole lacks what it lacked last', async () => {
  const lacking = async () => ['an overlay'];
  expect(await lastLacks(lacking, { limitMs: 20, pauseMs: 1 })).toEqual(['an overlay']);
  expect(await lastLacks(lacking, { limitMs: 0 })).toEqual(['was never looked at']);
});

test('a look that fails is told, and not taken for one that lacks nothing', async () => {
  await expect(lastLacks(() => Promise.reject(new Error('no page')), quick)).rejects.toThrow('no page');
});
