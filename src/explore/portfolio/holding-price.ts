import type { Holding } from '#core/owned/portfolio.ts';
import type { HoldingPrice, ValueDoubt } from '#core/owned/portfolio-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { exitOf, isOfAnyPhase, lineSums } from '#explore/bulk/list-sums.ts';
import type { MarketColumn } from '#explore/data/item-table.ts';
import type { RowModel } from '#explore/rows/row-model.ts';

/** Where the items are sold: each where that pays best, or all on one market. */
export type SellingPlace = 'exit' | MarketId;

/** What an entry is sold for. @param row of the table; `undefined`: no market has the item */
export function holdingPrice(
  model: RowModel,
  row: number | undefined,
  { count }: Holding,
  place: SellingPlace,
): HoldingPrice {
  if (row === undefined) return { doubt: 'missing' };
  if (model.table.sample) return { doubt: 'sample' };
  if (isOfAnyPhase(model, row)) return { doubt: 'any-phase' };
  if (place === 'exit') return exitOf(model, { row, count }) ?? { doubt: exitDoubt(model, row) };
  const sum = lineSums(model, { row, count }).find(({ market }) => market === place);
  // Steam's balance is no cash: it makes no profit.
  if (sum) return { market: place, cents: sum.cents / count, net: place === balanceMarket ? undefined : sum.net };
  return { doubt: stageDoubt(model, row, 1 << model.table.markets.findIndex(({ market }) => market === place)) };
}

/** The stage of prices at which the last one of a set of markets is dropped. */
function stageDoubt({ stages }: RowModel, row: number, set: number): ValueDoubt {
  if (((stages.priced[row] ?? 0) & set) === 0) return 'missing';
  return ((stages.notFlagged[row] ?? 0) & set) === 0 ? 'inflated' : 'stale';
}

function exitDoubt(model: RowModel, row: number): ValueDoubt {
  const { stages, limits } = model;
  if (!limits.fees) return 'no-fees';
  if (!stages.current[row]) return stageDoubt(model, row, -1);
  if (stages.usable[row]) return 'no-fees';
  // The number of listings comes with a market's own data.
  const isMissing = ({ state }: MarketColumn, index: number) =>
    state === 'missing' && ((stages.current[row] ?? 0) & (1 << index)) !== 0;
  return model.table.markets.some(isMissing) ? 'not-loaded' : 'thin';
}

/** The rows of names; each name that no market has is absent. */
export function heldRows(names: readonly string[], wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map(names.flatMap((name, row) => (wanted.has(name) ? [[name, row] as const] : [])));
}
