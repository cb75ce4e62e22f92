import { type MarketId, marketIds } from '#core/markets.ts';
import { emptyColumn, type ItemTable } from '#explore/data/item-table.ts';
import { traitsOf } from '#explore/data/item-traits.ts';
import { createRowModel } from '#explore/rows/row-model.ts';
import { selectRows } from '#explore/rows/select-rows.ts';
import { type ExploreView, firstView } from '#explore/state/view.ts';
import { seededRandom } from '../../chaos/sequence.ts';
import type { Part } from '../part.ts';

const rows = 100_000;
const fee = { percent: 2, cents: 1 };
const fees = Object.fromEntries(marketIds.map((market) => [market, { buying: fee, selling: fee, cashingOut: fee }]));

/** The work of Explore's page on more items than there are: 100,000 on 13 markets. */
export const exploreRows: Part = {
  browsers: [],
  metrics: {
    filter: { what: 'Explore: a filter over 100,000 items × 13', unit: 'ms', budget: 32 },
    rule: { what: 'Explore: a rule of prices over 100,000 items × 13', unit: 'ms', budget: 200 },
    sort: { what: 'Explore: sorting 100,000 items by a column', unit: 'ms', budget: 100 },
    open: { what: 'Explore: another view of 100,000 items × 13', unit: 'ms', budget: 250 },
  },
  measure: async ({ market, runs }) => {
    const table = createTable(Object.keys(JSON.parse(market.body) as object));
    const samples = Array.from({ length: runs + 1 }, () => measureOnce(table));
    // The first run compiles the code.
    const [, ...warm] = samples;
    return {
      filter: { ours: warm.map(({ filter }) => filter) },
      rule: { ours: warm.map(({ rule }) => rule) },
      sort: { ours: warm.map(({ sort }) => sort) },
      open: { ours: warm.map(({ open }) => open) },
    };
  },
};

function measureOnce(table: ItemTable) {
  const now = Date.now();
  const view = firstView('cheaper');
  const start = performance.now();
  const limits = { fees, maxAgeMs: 5_400_000, minLiquidity: 0 };
  const model = createRowModel(table, view, limits, now);
  const select = (change: Partial<ExploreView>) => {
    const { filters, sorting } = { ...view, ...change };
    return selectRows(model, { filters, sorting, found: undefined });
  };
  select({});
  const opened = performance.now();
  select({ filters: { ...view.filters, minCents: 500, kinds: ['weapon'] } });
  const filtered = performance.now();
  select({ sorting: { column: 'profitPercent', descending: false } });
  const sorted = performance.now();
  const rules = { ...view.rules, minOffers: 9 };
  const ruled = createRowModel(table, { ...view, rules }, limits, now);
  selectRows(ruled, { ...view, found: undefined });
  const end = performance.now();
  return { open: opened - start, filter: filtered - opened, sort: sorted - filtered, rule: end - sorted };
}

function createTable(known: readonly string[]): ItemTable {
  const random = seededRandom(1);
  const names = Array.from({ length: rows }, (_, row) => known[row] ?? `${known[row % known.length]} ${row}`);
  const prices = names.map(() => Math.ceil(10 ** (1 + 4 * random())));
  return {
    names,
    traits: traitsOf(names),
    liquidity: Float32Array.from(names, () => 100 * random()),
    markets: marketIds.map((market) => createColumn(market, prices, random)),
    changes: {},
    ranks: Uint32Array.from(names.keys()),
    sample: false,
    asOf: Date.now(),
  };
}

function createColumn(market: MarketId, prices: readonly number[], random: () => number) {
  const column = emptyColumn(market, prices.length);
  const seconds = Math.floor(Date.now() / 1000);
  for (const [row, cents] of prices.entries()) {
    if (random() < 0.1) continue;
    column.cents[row] = Math.max(1, Math.round(cents * (0.8 + 0.4 * random())));
    column.seconds[row] = seconds - Math.floor(7200 * random());
    column.offers[row] = Math.floor(50 * random());
    column.inflated[row] = random() < 0.02 ? 1 : 0;
  }
  return column;
}
