import { describe, expect, test } from 'vitest';
import { runs, seed } from '../seed.ts';
import { claimsOf, targetNames } from './targets.ts';

/** A failure names the seed and the path that replay it. */
describe.each(targetNames)('fuzz target %s', async (name) => {
  const claims = await claimsOf(name);

  test.each(claims)('$says', async ({ check, quick }) => {
    expect((await check({ cases: runs(Math.ceil(quick / 6)), seed })).failure).toBeUndefined();
  });
});
