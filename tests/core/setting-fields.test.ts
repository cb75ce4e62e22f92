import { describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { formatTypedAmount, formatTypedNumber, parseTypedAmount, parseTypedNumber } from '#core/money/typed-number.ts';
import { type NumberLimits, settingSections } from '#core/settings/setting-controls.ts';
import {
  fieldOf,
  isSettingShown,
  parseSettings,
  readSetting,
  settingFields,
  withSetting,
} from '#core/settings/settings.ts';
import stored from './settings.json' with { type: 'json' };

const defaults = parseSettings({});

describe('stored settings', () => {
  test('are parsed without a change', () => expect(parseSettings(stored)).toEqual(stored));

  test('of the test have no setting at its default', () => {
    const same = settingFields.filter(
      ({ name, control }) =>
        control.kind !== 'internal' &&
        JSON.stringify(readSetting(stored, name)) === JSON.stringify(readSetting(defaults, name)),
    );
    expect(same.map(({ name }) => name)).toEqual([]);
    for (const { name } of settingFields) expect(readSetting(stored, name), name).toBeDefined();
  });
});

describe('the table of settings', () => {
  test('has valid defaults and existing sections', () => {
    for (const field of settingFields) {
      expect(field.read(readSetting(defaults, field.name)), field.name).toBeDefined();
      expect(settingSections).toContain(field.section);
    }
  });

  test('has guards with exactly the limits of its controls', () => {
    const numbers = settingFields.flatMap((field) =>
      field.control.kind === 'number' ? [{ field, ...field.control }] : [],
    );
    expect(numbers.length).toBeGreaterThan(3);
    for (const { field, limits } of numbers)
      for (const { value, good } of edges(limits))
        expect(field.read(value) !== undefined, `${field.name} ${value}`).toBe(good);
  });
});

/** Numbers at the limits and just beyond them. */
function edges({ above, min, max, below }: NumberLimits): { value: number; good: boolean }[] {
  const at = (value: number | undefined, step: number, good: boolean) =>
    value === undefined
      ? []
      : [
          { value, good },
          { value: value + step, good: !good },
        ];
  return [...at(above, 0.01, false), ...at(min, -0.01, true), ...at(max, 0.01, true), ...at(below, -0.01, false)];
}

describe('changing one setting', () => {
  test.each([
    ['overlay.density', 'tiny'],
    ['freshness.staleMinutes', 0],
    ['markets', []],
    ['fees.markets', { steam: 100 }],
    ['fees.markets', { steam: { ...noFees, selling: { percent: 100, cents: 0 } } }],
    ['fees.markets', { 'no where': noFees }],
    ['rates', { EUR: 0 }],
    ['rates', { euro: 1 }],
    ['customSites', { 'skins.example': 1 }],
    ['customSites', { 'https://skins.example': true }],
    ['customSites', Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`a${at}.example`, true]))],
    ['relay.url', 'ftp://x'],
    ['relay.token', 'two words'],
  ] as const)('%s cannot be %j', (name, value) => {
    expect(withSetting(defaults, name, value)).toBe(defaults);
  });

  test('is shown only with the setting that it depends on', () => {
    const code = fieldOf('currency.code');
    expect(isSettingShown(code, defaults)).toBe(false);
    expect(isSettingShown(code, withSetting(defaults, 'currency.show', 'fixed'))).toBe(true);
  });
});

describe('typed numbers', () => {
  test.each([
    ['12.5', 1, 12.5],
    [' 12,5 ', 1, 12.5],
    ['.5', 1, 0.5],
    ['007', 1, 7],
    ['-3', 1, -3],
    ['19.99', 100, 1999],
    ['1,000.5', 1, 1000.5],
    ['1.950,00', 100, 195_000],
    ['12 345,6', 1, 12_345.6],
    ['1,234,567', 100, 123_456_700],
    ['0.0000401234567', 1, 0.0000401234567],
  ])('"%s" by %d is %d', (typed, scale, value) => {
    expect(scale === 1 ? parseTypedNumber(typed) : parseTypedAmount(typed, 'EUR')?.cents).toBe(value);
  });

  test.each(['', ' ', '1e3', '1,00.5', '1.2.3', '-', '0x10', 'NaN', 'Infinity', '12 %', '１２'])(
    '"%s" is no number',
    (typed) => {
      expect(parseTypedNumber(typed)).toBeUndefined();
    },
  );

  test.each(['1,500', '1.500', '12,345', '-1,500'])('"%s" may be thousands: as money it is no number', (typed) => {
    expect(parseTypedAmount(typed, 'EUR')).toBeUndefined();
  });

  test.each(['1,450', '25,400'])('"%s" may be thousands: it is no rate and no count', (typed) => {
    expect(parseTypedNumber(typed)).toBeUndefined();
  });

  test('with three decimals are rates', () => {
    expect(parseTypedNumber('7.123')).toBe(7.123);
    expect(parseTypedNumber('0,921')).toBe(0.921);
    expect(parseTypedNumber('7,1234')).toBe(7.1234);
    expect(parseTypedAmount('0,005', 'EUR')).toEqual({ cents: 1, currency: 'EUR' });
    expect(parseTypedAmount('1234.567', 'USD')).toEqual({ cents: 123_457, currency: 'USD' });
  });

  test('are parsed from their own format', () => {
    for (const cents of [0, 1, 100, 1999, 123_456_789])
      expect(parseTypedAmount(formatTypedAmount({ cents, currency: 'USD' }), 'USD')?.cents).toBe(cents);
    expect(formatTypedNumber(null)).toBe('');
  });
});
