import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fault } from '#core/fault.ts';
import { isPlainRow, parsePartner } from '#prices/refresh/parse-partner-prices.ts';
import { partnerRow } from '#protocol/price-api.ts';
import { quotesOf } from '../rows-of.ts';

const row = { price_buff: 100, price_uu: 200, price_csfloat: 300, liquidity: 50.5, is_inflated: false };
const many = (count: number, extra: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`item ${index}`, row])),
  ...extra,
});
const quoteOf = (row: unknown) => quotesOf(parsePartner({ x: row }).rows).get('x');
const kindOf = (body: unknown) => {
  try {
    parsePartner(body);
    return undefined;
  } catch (error) {
    return error instanceof Fault ? error.kind : error;
  }
};

describe('the partner answer', () => {
  test('maps the API’s columns to the markets', () => {
    expect(quoteOf(row)).toEqual({
      buff163: 100,
      youpin: 200,
      csfloat: 300,
      liquidity: 50.5,
      inflated: false,
    });
  });

  test.each([0, null, undefined])('takes %s for no price', (none) => {
    expect(quoteOf({ ...row, price_buff: none })?.buff163).toBeUndefined();
  });

  test.each([
    [50.5, 50.5],
    [0.126, 0.13],
    [0, 0],
    [327.66, 327.66],
    [327.67, undefined],
    [-1, undefined],
    [1e300, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('takes a liquidity of %s for %s', (liquidity, known) => {
    expect(quoteOf({ ...row, liquidity })?.liquidity).toBe(known);
  });

  test('a row after one that was left out says what is its own', () => {
    const { rows } = parsePartner({ ...many(40), bad: 7, last: { price_uu: 9, is_inflated: true } });
    expect(rows.names.at(-1)).toBe('last');
    expect(quotesOf(rows).get('last')).toEqual({ youpin: 9, inflated: true });
  });

  test.each([
    ['negative', { ...row, price_buff: -1 }],
    ['a fraction of a cent', { ...row, price_uu: 1.5 }],
    ['a string', { ...row, price_csfloat: '100' }],
    ['too much for the table', { ...row, price_buff: 1e308 }],
    ['a flag that is none', { ...row, is_inflated: 'no' }],
    ['a list', [1]],
    ['nothing', null],
  ])('leaves out a row with %s and counts it', (_, bad) => {
    const parsed = parsePartner(many(40, { bad }));
    expect(parsed.bad).toBe(1);
    expect(parsed.rows.names.length).toBe(40);
    expect(parsed.rows.names).not.toContain('bad');
  });

  test('leaves out names of absurd length', () => {
    expect(parsePartner(many(40, { ['x'.repeat(5000)]: row })).bad).toBe(1);
  });

  test('takes the names of an object’s own workings for names', () => {
    const body: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(row)}, "constructor": ${JSON.stringify(row)}}`);
    expect(parsePartner(body).rows.names).toEqual(['__proto__', 'constructor']);
  });

  test('tolerates 5 % bad rows and not more', () => {
    expect(parsePartner(many(95, many2(5))).bad).toBe(5);
    expect(kindOf(many(94, many2(6)))).toBe('malformed');
  });

  test('lets no row pass unread that the schema refuses', () => {
    const value = fc.oneof(
      fc.constantFrom(undefined, null, 0, -1, 1.5, 1e308, Number.NaN, '1', true, {}, []),
      fc.integer(),
      fc.double(),
    );
    const row = fc.record(
      { price_buff: value, price_uu: value, price_csfloat: value, liquidity: value, is_inflated: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(row, value), (some) => {
        fc.pre(isPlainRow(some));
        expect(partnerRow.safeParse(some).success).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([[[]], [null], ['text'], [5], [{}]])('refuses %j whole', (body) => {
    expect(kindOf(body)).toBe('malformed');
  });
});

const many2 = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`bad ${index}`, 7]));
