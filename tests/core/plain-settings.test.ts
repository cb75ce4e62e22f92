import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlainSettings } from '#core/plain-settings.ts';
import { readSetting, settingFields } from '#core/setting-fields.ts';
import { parseSettings } from '#core/settings.ts';
import { runs } from '../seed.ts';

const near = (limit: number) => [limit - 1, limit - 0.001, limit, limit + 0.001, limit + 1];

/** Numbers at the limits of all settings. */
const numbers = settingFields.flatMap(({ control }) => {
  if (!('limits' in control)) return [];
  return Object.values(control.limits).flatMap(near);
});
const words = settingFields.flatMap(({ control }) => ('options' in control ? control.options : []));
const manyHosts = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}.example`, true]));
const value = fc.oneof(
  { arbitrary: fc.constantFrom(...numbers, Number.NaN, Number.POSITIVE_INFINITY), weight: 4 },
  {
    arbitrary: fc.constantFrom(...words, 'EUR', 'eur', 'http://a.test', ' http://a.test', 'ftp://a.test', 'x y', ''),
    weight: 6,
  },
  fc.constantFrom(true, false, null, undefined, [], {}, manyHosts, 'x'.repeat(513), 'y'.repeat(2049)),
  fc.constantFrom(
    ['buff163'],
    ['buff163', 'steam', 'steam'],
    ['nowhere'],
    Array.from({ length: 14 }, () => 'steam'),
    Array(2),
  ),
  fc.dictionary(
    fc.constantFrom('EUR', 'eur', 'steam', 'nowhere', 'csfloat', 'skins.example', 'x.y'),
    fc.constantFrom(0, 1, 99.9, 100, 1e9, true, 'on'),
  ),
);

const put = (
  of: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  one: unknown,
): Record<string, unknown> => {
  const inner = of[key];
  const group = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  return { ...of, [key]: rest.length === 0 ? one : put(group, rest, one) };
};

/** Settings with some values replaced or missing. */
const stored = fc
  .tuple(
    fc.constantFrom({}, parseSettings({})),
    fc.array(fc.tuple(fc.constantFrom(...settingFields), value), { maxLength: 4 }),
  )
  .map(([from, changes]) => changes.reduce((all, [{ name }, one]) => put(all, name.split('.'), one), { ...from }));

describe('settings without their schema', () => {
  test('are parsed as by the schema, or left to it', () => {
    let read = 0;
    fc.assert(
      fc.property(stored, (some) => {
        const plain = parsePlainSettings(some);
        if (plain === undefined) return;
        read++;
        expect(plain).toEqual(parseSettings(some));
      }),
      { numRuns: runs(3000) },
    );
    expect(read).toBeGreaterThan(300);
  });

  test.each(settingFields.map(({ name }) => name))(
    'accept every value of %s that the schema does not repair',
    (name) => {
      fc.assert(
        fc.property(value, (one) => {
          const some = put({ ...parseSettings({}) }, name.split('.'), one);
          const isUnrepaired = one !== undefined && isDeepStrictEqual(readSetting(parseSettings(some), name), one);
          if (isUnrepaired) expect(parsePlainSettings(some)).toEqual(parseSettings(some));
        }),
      );
    },
  );

  test.each([undefined, {}, { relay: { url: 'http://a.test' } }, { unknown: 1 }, { relay: { sealed: 'x' } }])(
    'of %j have defaults for missing values',
    (some) => expect(parsePlainSettings(some)).toStrictEqual(parseSettings(some)),
  );

  test.each([null, 7, 'x', [], { relay: null }, { markets: [] }, { theme: 'pink' }, { rates: { eur: 1 } }])(
    'of %j are left to the schema',
    (some) => expect(parsePlainSettings(some)).toBeUndefined(),
  );
});
