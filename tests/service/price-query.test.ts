import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { HttpError } from '#protocol/http-error.ts';
import { optionalFields } from '#protocol/price-api.ts';
import { parsePriceBounds, parsePricesQuery } from '#service/price-query.ts';

const blank = fc.constantFrom('', ' ', '  ', '\t');
const padded = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(blank, name, blank).map((parts) => parts.join(''));
/** A list with blanks, duplicates and empty entries, in any order. */
const list = (names: readonly string[]) =>
  fc.array(fc.oneof(padded(fc.constantFrom(...names)), blank), { minLength: 0, maxLength: 20 });
const known = (names: readonly string[], written: readonly string[]): string[] =>
  names.filter((name) => written.some((one) => one.trim() === name));

const read = (record: Record<string, string>) => parsePricesQuery(new URLSearchParams(record));
const refused = expect.objectContaining({ name: 'HttpError', status: 400 });

describe('parsePricesQuery', () => {
  it('reads a list of known names as an ordered set', () => {
    fc.assert(
      fc.property(list(marketIds), list(optionalFields), (markets, fields) => {
        const query = read({ markets: markets.join(','), fields: fields.join(',') });
        const named = known(marketIds, markets);
        expect(query.markets).toEqual(named.length > 0 ? named : marketIds);
        expect(query.fields).toEqual(known(optionalFields, fields));
      }),
    );
  });

  it('refuses a list with an unknown name', () => {
    const stranger = fc
      .oneof(
        fc.string({ minLength: 1 }),
        fc.constantFrom('merchant', 'Buff163', 'constructor', '__proto__', 'toString'),
      )
      .filter((name) =>
        name
          .split(',')
          .some((part) => part.trim() && ![...marketIds, ...optionalFields].some((id) => id === part.trim())),
      );
    fc.assert(
      fc.property(
        list(marketIds),
        stranger,
        fc.nat(20),
        fc.constantFrom('markets', 'fields'),
        (names, bad, at, parameter) => {
          const written = parameter === 'markets' ? names.toSpliced(at, 0, bad) : [bad];
          expect(() => read({ [parameter]: written.join(',') })).toThrow(refused);
        },
      ),
    );
  });

  it('throws nothing but HttpError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          const { markets } = parsePricesQuery(new URLSearchParams(text));
          expect(markets.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError);
        }
      }),
    );
  });
});

describe('parsePriceBounds', () => {
  it('reads every finite number in JavaScript’s notation', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), padded(fc.constant('')), (value, pad) => {
        expect(parsePriceBounds(new URLSearchParams({ min: `${pad}${value}${pad}` })).min).toBe(Number(String(value)));
      }),
    );
  });

  it('refuses any other text', () => {
    const notNumbers = fc.string().filter((text) => !Number.isFinite(Number(text)) || text.trim() === '');
    fc.assert(
      fc.property(notNumbers, fc.constantFrom('min', 'max'), (text, name) => {
        expect(() => parsePriceBounds(new URLSearchParams({ [name]: text }))).toThrow(refused);
      }),
    );
  });

  it('omits a missing bound', () => {
    expect(parsePriceBounds(new URLSearchParams('max=3'))).toEqual({ min: undefined, max: 3 });
  });
});
