import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { writeCsgorollPrices, writePrices } from '#service/bodies.ts';
import type { PriceBounds } from '#service/price-query.ts';
import { parseSnapshot } from '#service/snapshot.ts';
import { runs } from '../seed.ts';
import { bytesOf, updatedAt } from './small-market.ts';

type Values = Partial<Record<MarketId, number>>;

const market = fc.constantFrom<MarketId>('buff163', 'youpin', 'steam', 'csgoroll');
const values: fc.Arbitrary<Values> = fc
  .array(fc.tuple(market, fc.integer({ min: 1, max: 30 })), { maxLength: 4 })
  .map((pairs) => Object.fromEntries(pairs));
/** Any names, and names that are special in JSON and in objects. */
const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('constructor', '"\\"', '★ 龍王', '12', '  '));
const items = fc.dictionary(
  name.filter((each) => each !== '__proto__'),
  values,
  { noNullPrototype: true },
);
const bound = fc.option(fc.integer({ min: -1, max: 32 }), { nil: undefined });
const bounds: fc.Arbitrary<PriceBounds> = fc.record({ min: bound, max: bound });
const selection = fc
  .subarray(['buff163', 'youpin', 'steam', 'csgoroll', 'skins'], { minLength: 1 })
  .map((ids) => marketIds.filter((id) => ids.includes(id)));

const entryOf = (id: string, value: number): object => (id === 'csgoroll' ? { coins: value } : { price: value });

const entriesOf = (row: Values, ids: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([id, value]) => (ids.includes(id) ? [[id, entryOf(id, value)] as const] : [])),
  );

const stateOf = (rows: Record<string, Values>) =>
  parseSnapshot(
    bytesOf({
      updated_at: updatedAt,
      markets: marketIds,
      items: Object.fromEntries(Object.entries(rows).map(([each, row]) => [each, entriesOf(row, marketIds)])),
    }),
  );

const parsed = (pieces: Iterable<string>): { items: Record<string, unknown> } => JSON.parse([...pieces].join(''));

const inBounds = (value: number | undefined, { min, max }: PriceBounds): boolean =>
  value !== undefined && !(min !== undefined && value < min) && !(max !== undefined && value > max);

/** The filters of src/protocol/price-api.md and decisions 8 and 9, by a slow reference implementation. */
function expected(rows: Record<string, Values>, ids: readonly MarketId[], limits: PriceBounds): object {
  const kept = Object.entries(rows).filter(([, row]) => {
    const found = ids.filter((id) => row[id] !== undefined);
    const cents = found.filter((id) => id !== 'csgoroll').flatMap((id) => row[id] ?? []);
    const lowest = cents.toSorted((a, b) => a - b)[0];
    const isBounded = limits.min !== undefined || limits.max !== undefined;
    return found.length > 0 && (!isBounded || inBounds(lowest, limits));
  });
  return Object.fromEntries(kept.map(([each, row]) => [each, entriesOf(row, ids)]));
}

it('filters by the lowest price of the selected markets', () => {
  fc.assert(
    fc.property(items, selection, bounds, (rows, ids, limits) => {
      const body = parsed(writePrices(stateOf(rows), { markets: ids, fields: [], ...limits }));
      expect(body).toEqual({ updated_at: updatedAt, markets: ids, items: expected(rows, ids, limits) });
    }),
    { numRuns: runs(300) },
  );
});

it('filters csgoroll-prices by coins', () => {
  fc.assert(
    fc.property(items, bounds, (rows, limits) => {
      const kept = Object.entries(rows).filter(([, row]) => inBounds(row.csgoroll, limits));
      const coins = Object.fromEntries(kept.map(([each, row]) => [each, { coins: row.csgoroll }]));
      expect(parsed(writeCsgorollPrices(stateOf(rows), limits)).items).toEqual(coins);
    }),
  );
});
