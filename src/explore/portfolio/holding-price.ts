import type { Holding } from '#core/owned/portfolio.ts';
import { type HoldingPrice, priceAtExit, valueDoubt } from '#core/owned/portfolio-value.ts';
import { exitReasons } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { doubtOf } from '#core/prices/price-at.ts';
import { isOfAnyPhase, lineSums } from '#explore/bulk/list-sums.ts';
import { offerReader } from '#explore/rows/price-stages.ts';
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
  if (place === 'exit') return priceAtExit(model.exit(row), count);
  const sum = lineSums(model, { row, count }).find(({ market }) => market === place);
  // Steam's balance is no cash: it makes no profit.
  if (sum) return { market: place, cents: sum.cents / count, net: place === balanceMarket ? undefined : sum.net };
  const column = model.table.markets.find(({ market }) => market === place);
  const doubt = column && doubtOf(offerReader(model.rules)(column, row), model.rules);
  return { doubt: valueDoubt(exitReasons[doubt ?? 'unknown']) };
}

/** The rows of names; each name that no market has is absent. */
export function heldRows(names: readonly string[], wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  return new Map(names.flatMap((name, row) => (wanted.has(name) ? [[name, row] as const] : [])));
}
