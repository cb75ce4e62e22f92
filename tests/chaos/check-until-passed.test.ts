/** @module-tag full */
import { expect, test } from 'vitest';
import { checkUntilPassed } from './check-until-passed.ts';

/** A check with these failures, run after run, and then with none. */
const checkOf = (...runs: string[][]) => {
  const left = [...runs];
  return { left, check: async () => left.shift() ?? [] };
};
const quick = { limitMs: 1000, pauseMs: 1 };

test('a check that passes once is not run again', async () => {
  const { check, left } = checkOf(['no overlay'], [], ['old prices']);
  expect(await checkUntilPassed(check, quick)).toEqual([]);
  expect(left).toEqual([['old prices']]);
});

test('a check that never passes gives the failures of its last run', async () => {
  const failing = async () => ['no overlay'];
  expect(await checkUntilPassed(failing, { limitMs: 20, pauseMs: 1 })).toEqual(['no overlay']);
  expect(await checkUntilPassed(failing, { limitMs: 0 })).toEqual(['was never checked']);
});

test('a check that rejects has not passed', async () => {
  await expect(checkUntilPassed(() => Promise.reject(new Error('no page')), quick)).rejects.toThrow('no page');
});
