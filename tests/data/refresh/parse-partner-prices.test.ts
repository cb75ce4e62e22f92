import { describe, expect, test } from 'vitest';
import { Fault } from '#core/asks/fault.ts';
import { packTable } from '#data/catalogue/pack-table.ts';
import { parsePartnerPrices } from '#data/refresh/table-feed.ts';

const row = { price_buff: 100, price_uu: 200, price_csfloat: 300, liquidity: 50.5, is_inflated: false };
const many = (count: number, extra: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`item ${index}`, row])),
  ...extra,
});
const quoteIn = (body: unknown, name: string) => packTable(parsePartnerPrices(body).rows).table.find(name)?.row;
const quoteOf = (row: unknown) => quoteIn({ x: row }, 'x');
const kindOf = (body: unknown) => {
  try {
    parsePartnerPrices(body);
    return undefined;
  } catch (error) {
    return error instanceof Fault ? error.kind : error;
  }
};

describe('the partner response', () => {
  test.each([0, null, undefined])('has no price for %s', (none) => {
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
  ])('has for a liquidity of %s the liquidity %s', (liquidity, known) => {
    expect(quoteOf({ ...row, liquidity })?.liquidity).toBe(known);
  });

  test.each([
    ['negative', { ...row, price_buff: -1 }],
    ['a fraction of a cent', { ...row, price_uu: 1.5 }],
    ['a string', { ...row, price_csfloat: '100' }],
    ['too much for the table', { ...row, price_buff: 1e308 }],
    ['a flag that is no boolean', { ...row, is_inflated: 'no' }],
    ['a list', [1]],
    ['nothing', null],
  ])('counts a row with %s as bad and leaves it out', (_, bad) => {
    const parsed = parsePartnerPrices(many(40, { bad }));
    expect(parsed.bad).toBe(1);
    expect(parsed.rows.size).toBe(40);
    expect(parsed.rows.has('bad')).toBe(false);
  });

  test('leaves out too long names', () => {
    expect(parsePartnerPrices(many(40, { ['x'.repeat(5000)]: row })).bad).toBe(1);
  });

  test('accepts `__proto__` and `constructor` as names', () => {
    const body: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(row)}, "constructor": ${JSON.stringify(row)}}`);
    expect([...parsePartnerPrices(body).rows.keys()]).toEqual(['__proto__', 'constructor']);
  });

  test.each([
    [[]],
    [null],
    ['text'],
    [5],
    [{}],
    [{ x: {} }],
    [{ data: {} }],
    [{ items: many(40) }],
    [{ error: { code: 500 } }],
  ])('is refused whole: %j', (body) => {
    expect(kindOf(body)).toBe('malformed');
  });
});
