import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phases, splitPhase } from '#core/items/phases.ts';
import { parsePrinted } from '#core/money/money.ts';
import { everyName } from './every-name.ts';

/** A fast path for the usual case must agree with the full rule. */
const slow = { timeout: 60_000 };

/** Whether a name contains a phase, by one expression instead of the rules. */
const long =
  /\| (?:Gamma )?Doppler (?:Phase|Ruby|Sapphire|Black Pearl|Emerald)|(?:Knife|Bayonet|Karambit|Daggers|Glock-18) \| (?:Ruby|Sapphire|Black Pearl|Emerald)(?: \(|$)/;

test('a phase is found only in names that contain one', slow, () => {
  const shown = everyName.flatMap((name, at) => [
    name,
    name.replace(' (', ` ${phases[at % phases.length]} (`),
    name.replace(/\| (?:Gamma )?Doppler/, `| ${phases[4 + (at % 4)]}`),
  ]);
  expect(shown.filter((name) => (splitPhase(name).phase !== undefined) !== long.test(name))).toEqual([]);
});

test('a usual amount is read unchanged, unless its point is no decimal sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
      const amount = (cents / 100).toFixed(2);
      for (const decimal of [undefined, '.'] as const)
        expect(parsePrinted(`€${amount}`, { decimal })).toEqual({ amount, currency: 'EUR' });
      expect(parsePrinted(`€${amount}`, { decimal: ',' })).toBeUndefined();
    }),
  );
});
