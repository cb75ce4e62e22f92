import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Claim } from './claim.ts';

interface Target {
  readonly claims: () => readonly Claim[] | Promise<readonly Claim[]>;
}

const folder = new URL('targets/', import.meta.url);
const targets = readdirSync(folder).map((file) => file.replace('.ts', ''));
const longMs = 60 * 60_000;

/** `npm run test:fuzz` runs these alone. */
describe.each(targets)('fuzz target %s', async (name) => {
  const { claims }: Target = await import(new URL(`${name}.ts`, folder).href);

  test.each(await claims())('$says', ({ check }) => expect(check()).resolves.toBeUndefined(), longMs);
});
