import { describe, expect, test } from 'vitest';
import { claimsOf, targetNames } from './targets.ts';

/** New random cases in each run. A failure names the seed and the path that replay it. */
describe.each(targetNames)('fuzz target %s', async (name) => {
  const claims = await claimsOf(name);

  test.each(claims)('$says', async ({ check, quick }) => {
    const seed = Math.floor(Math.random() * 0x7fff_ffff);
    expect((await check({ cases: quick, seed })).failure).toBeUndefined();
  });
});
