import { describe, expect, test } from 'vitest';
import { claimsOf, targetNames } from './targets.ts';

/** The quick form: other cases each time; a failure names the seed and the path that replay it. */
describe.each(targetNames)('whatever comes: %s', async (name) => {
  const claims = await claimsOf(name);

  test.each(claims)('$says', async ({ check, quick }) => {
    const seed = Math.floor(Math.random() * 0x7fff_ffff);
    expect((await check({ cases: quick, seed })).failure).toBeUndefined();
  });
});
