import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageSettings, parseSettings, readSetting, settingFields } from '#core/settings/settings.ts';
import { runs } from '../../seed.ts';

const defaults = parseSettings({});

function put(of: unknown, [key = '', ...rest]: readonly string[], value: unknown): object {
  const group = typeof of === 'object' && of !== null ? { ...of } : {};
  return { ...group, [key]: rest.length === 0 ? value : put(readSetting(group, key), rest, value) };
}

const value = fc.oneof(
  fc.constantFrom(true, false, null, undefined, [], {}, Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1, 100, 1e9),
  fc.constantFrom('dark', 'names', 'youpin', 'EUR', 'http://a.test', ' x ', 'ftp://a.test', 'y'.repeat(2049), ''),
  fc.constantFrom(['buff163'], ['steam', 'steam'], ['nowhere'], Array(2)),
  fc.dictionary(fc.constantFrom('EUR', 'steam', 'skins.example', '__proto__'), fc.constantFrom(0, 1, true, 'on')),
);

describe('settings', () => {
  test.each([undefined, null, 'x', 7, [], {}])('of %j are the defaults', (stored) => {
    expect(parseSettings(stored)).toEqual(parseSettings({}));
  });

  test('with a damaged group have its defaults and keep the others', () => {
    expect(parseSettings({ overlay: 7, theme: 'dark' })).toEqual({ ...defaults, theme: 'dark' });
  });

  test('with any value of one setting keep it or fall back, and keep all others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...settingFields), value, ({ name, read }, one) => {
        const parsed = parseSettings(put(defaults, name.split('.'), one));
        for (const other of settingFields)
          if (other.name !== name)
            expect(readSetting(parsed, other.name), other.name).toEqual(readSetting(defaults, other.name));
        const kept = read(one);
        if (kept !== undefined) expect(readSetting(parsed, name)).toEqual(kept);
        expect(read(readSetting(parsed, name)) !== undefined || name.startsWith('relay.')).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('name each market once, and leave out one that this version does not know', () => {
    expect(parseSettings({ markets: ['steam', 'buff163', 'steam'] }).markets).toEqual(['steam', 'buff163']);
    expect(parseSettings({ markets: ['steam', 'nowhere'] }).markets).toEqual(['steam']);
    expect(parseSettings({ markets: ['nowhere'] }).markets).toEqual(defaults.markets);
  });

  test('tell pages no more than their audience', () => {
    const shared = JSON.stringify(
      pageSettings(parseSettings({ relay: { token: 'secret' }, customSites: { 'a.example': true } })),
    );
    expect(shared).not.toMatch(/relay|token|secret|sites|example/i);
    expect(shared).toContain('"overlay":{"density":');
  });

  test('with an invalid rate keep the others', () => {
    const rates = { EUR: 0.9, GBP: 0, JPY: '150', eur: 1, CHF: Number.POSITIVE_INFINITY, KZT: 500 };
    expect(parseSettings({ rates }).rates).toEqual({ EUR: 0.9, KZT: 500 });
  });

  test('with an invalid added site keep the others, and 200 at most', () => {
    const customSites = { 'a.example': true, 'b.example': 'yes', localhost: true, 'C.example': true, '[::1]': true };
    expect(parseSettings({ customSites }).customSites).toEqual({ 'a.example': true });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a${at}.example`, true]));
    expect(Object.keys(parseSettings({ customSites: many }).customSites)).toHaveLength(200);
  });
});
