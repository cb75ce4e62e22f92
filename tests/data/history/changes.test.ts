import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '#core/asks/guards.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { type ChangeSpan, changeSpans } from '#core/rows/item-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { changesAt, maxPerMille, packChanges, parseChanges } from '#data/history/stored-changes.ts';
import { tableOfNames } from '../table-of.ts';

const updated_at = '2026-11-24T10:00:00.000Z';
const envelope = { updated_at, markets: ['csfloat', 'buff163', 'youpin'], days: [30, 7, 1] };
const perMille = fc.option(fc.integer({ min: -1000, max: 40_000 }), { nil: null });
const row = fc.array(fc.array(perMille, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });
const items = fc.dictionary(fc.string({ minLength: 1, maxLength: 40 }), row, { maxKeys: 40, noNullPrototype: true });

/** What must be found: markets and spans are told in another order than they are stored. */
function expected(told: readonly (readonly (number | null)[])[], days: number): object | undefined {
  const found = referenceMarkets.flatMap((market) => {
    const changes = told[envelope.markets.indexOf(market)];
    const value = changes?.[envelope.days.indexOf(days)];
    if (value === null || value === undefined || value > maxPerMille) return [];
    const thin = changes?.[envelope.days.indexOf(30)] === null;
    return [[market, { percent: value / 10, ...(thin && { thin }) }] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function pack(body: unknown) {
  const { rows } = parseChanges(body);
  const numbered = withNames(tableOfNames(['b']), rows.names);
  const { columns } = packChanges(rows, numbered);
  const find = (span: ChangeSpan, name: string, { numberOf }: PriceTable = numbered.table) =>
    changesAt(columns, numberOf(name) ?? -1, span);
  return { ...numbered, find };
}

test('packed changes answer what the body says, for every span and any order of markets', () => {
  fc.assert(
    fc.property(items, (told) => {
      const names = Object.keys(told).filter((name) => name !== '__proto__');
      const { find } = pack({ ...envelope, items: Object.fromEntries(names.map((name) => [name, told[name]])) });
      for (const span of changeSpans) {
        for (const name of names) expect(find(span, name)).toEqual(expected(told[name] ?? [], span));
        expect(find(span, 'no such item')).toBeUndefined();
      }
    }),
  );
});

test('names that differ in their spelling keep their own changes', () => {
  const of = (perMille: number) => [1, 2, 3].map(() => [perMille, perMille, perMille]);
  const body = { ...envelope, items: { 'a b': of(10), 'a\u00a0b': of(20) } };
  const { find, table } = pack(body);
  expect(find(7, 'a b')?.buff163).toEqual({ percent: 1 });
  expect(find(7, 'a\u00a0b')?.buff163).toEqual({ percent: 2 });
  // A name that became known since.
  expect(find(7, 'c', withNames(table, ['c']).table)).toBeUndefined();
});

test('any body gives rows or a Fault, and nothing else', () => {
  const anyItems = fc.dictionary(fc.string({ maxLength: 300 }), fc.oneof(fc.anything(), row));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        anyItems.map((told) => ({ ...envelope, items: told })),
      ),
      (body) => {
        try {
          const { rows } = parseChanges(body);
          expect(rows.values.length).toBe(rows.names.length * 9);
          for (const name of rows.names)
            expect(isObject(body) && isObject(body['items']) && name in body['items']).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Fault', kind: 'malformed' });
        }
      },
    ),
  );
});

test.each([
  ['a market is missing', { ...envelope, markets: ['buff163', 'youpin'] }],
  ['a span is missing', { ...envelope, days: [1, 7] }],
  ['the time is none', { ...envelope, updated_at: 'soon' }],
  ['the rows are other ones', { ...envelope, items: { a: { buff163: 1 } } }],
  ['a price fell by more than all', { ...envelope, items: { a: [-1001, 0, 0].map((first) => [first, 0, 0]) } }],
])('a body is refused when %s', (_, body) => {
  expect(() => parseChanges({ items: {}, ...body })).toThrow(expect.objectContaining({ kind: 'malformed' }));
});
