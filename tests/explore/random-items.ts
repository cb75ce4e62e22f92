import fc from 'fast-check';
import { itemKinds } from '#core/items/item-kinds.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { emptyColumn, type ItemTable, type MarketColumn, mark } from '#core/rows/item-table.ts';
import { type ExploreView, overrulableReasons, plainColumns, specials, viewKinds } from '#core/rows/view.ts';
import type { PlainItem } from './plain-items.ts';

export const now = 1_800_000_000_000;
export const markets: readonly MarketId[] = ['buff163', 'csfloat', 'steam', 'dmarket'];

const some = <T>(all: readonly T[]) => fc.subarray([...all]);
const maybe = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: undefined });

export const randomView: fc.Arbitrary<ExploreView> = fc.record({
  kind: fc.constantFrom(...viewKinds),
  filters: fc.record({
    text: fc.constant(''),
    minCents: maybe(1, 1500),
    maxCents: maybe(1, 3000),
    minProfitCents: maybe(-1000, 1000),
    minProfitPercent: maybe(-50, 50),
    minPatience: maybe(-50, 50),
    kinds: fc.oneof(fc.constant([]), some(itemKinds)),
    wears: fc.oneof(fc.constant([]), some([0, 1, 2, 3, 4, 5])),
    special: fc.constantFrom('any' as const, 'any' as const, ...specials),
  }),
  rules: fc.record({
    buy: fc.oneof(fc.constant([]), some(markets)),
    sell: fc.oneof(fc.constant([]), some(markets)),
    minOffers: maybe(0, 4),
    minLiquidity: maybe(0, 100),
    maxAgeMinutes: maybe(1, 200),
    overruled: some(overrulableReasons),
  }),
  sorting: fc.record({
    column: fc.constantFrom(
      ...plainColumns.filter((id) => id !== 'change1' && id !== 'change30'),
      ...markets.map((market) => `price:${market}` as const),
    ),
    descending: fc.boolean(),
  }),
});

export function toTable(items: readonly PlainItem[], sample: boolean): ItemTable {
  const bits = (one: PlainItem) =>
    (one.statTrak ? mark.statTrak : 0) | (one.souvenir ? mark.souvenir : 0) | (one.phases ? mark.phases : 0);
  return {
    names: items.map(({ name }) => name),
    traits: {
      kinds: Uint8Array.from(items, ({ kind }) => itemKinds.indexOf(kind)),
      wears: Uint8Array.from(items, ({ wear }) => wear),
      marks: Uint8Array.from(items, bits),
    },
    liquidity: Float32Array.from(items, ({ liquidity }) => liquidity ?? Number.NaN),
    markets: markets.map((market) => toColumn(items, market)),
    changes: {
      7: {
        percent: Float32Array.from(items, ({ change }) => change?.percent ?? Number.NaN),
        market: Uint8Array.from(items, ({ change }) => (change ? markets.indexOf(change.market) : 0)),
        thin: Uint8Array.from(items, ({ change }) => (change?.thin ? 1 : 0)),
      },
    },
    ranks: Uint32Array.from(items.keys()),
    sample,
    asOf: now,
  };
}

function toColumn(items: readonly PlainItem[], market: MarketId): MarketColumn {
  const column = emptyColumn(market, items.length);
  for (const [row, { prices }] of items.entries()) {
    const found = prices.find((one) => one.market === market);
    if (!found) continue;
    column.cents[row] = found.cents;
    column.avg7[row] = found.avg7;
    column.avg30[row] = found.avg30 ?? 0;
    column.updatedAt[row] = found.seconds;
    column.count[row] = found.offers;
    column.inflated[row] = found.inflated ? 1 : 0;
  }
  return column;
}
