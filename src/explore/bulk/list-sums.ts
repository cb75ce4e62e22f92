import { netCents } from '#core/fees.ts';
import type { MarketId } from '#core/markets.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';
import { mark } from '#explore/data/item-traits.ts';
import { noMarket, sellingCents } from '#explore/rows/routes.ts';
import type { RowModel } from '#explore/rows/row-model.ts';

type ListRow = MatchedLines['rows'][number];

/** What the pieces of one line bring on one market, USD cents. */
export interface LineSum {
  readonly market: MarketId;
  /** At the ask. */
  readonly cents: number;
  /** After selling and cashing out; absent without confirmed fees of the market. */
  readonly net?: number | undefined;
}

/** Whether the prices of a row are those of its cheapest phase: a list does not say which phase it means. */
export const isOfAnyPhase = ({ table }: RowModel, row: number): boolean =>
  ((table.traits.marks[row] ?? 0) & mark.phases) !== 0;

/** What a line brings on each market where its price counts; nothing for samples. */
export function lineSums(model: RowModel, { row, count }: ListRow): readonly LineSum[] {
  const { table, stages, limits } = model;
  if (table.sample || isOfAnyPhase(model, row)) return [];
  return table.markets.flatMap(({ market, cents }, index): LineSum[] => {
    const price = cents[row] ?? 0;
    if (((stages.fresh[row] ?? 0) & (1 << index)) === 0 || !(price > 0)) return [];
    const fees = limits.fees?.[market];
    // Nothing arrives for an item that the fees consume.
    return [{ market, cents: price * count, net: fees && (netCents(price, fees, count) ?? 0) }];
  });
}

/** Where a line is sold best and what arrives, USD cents: the exit of its pieces. */
export interface LineExit {
  readonly market: MarketId;
  readonly net: number;
}

/** `undefined` where the item has no exit. */
export function exitOf(model: RowModel, { row, count }: ListRow): LineExit | undefined {
  const { table, exits, limits } = model;
  const column = table.markets[exits()[row] ?? noMarket];
  const fees = column && limits.fees?.[column.market];
  if (!fees || table.sample || isOfAnyPhase(model, row)) return undefined;
  const net = netCents(sellingCents(column, row), fees, count);
  return net === undefined ? undefined : { market: column.market, net };
}

/** A sum over lines, and how many items it is of. */
export interface ListTotal {
  readonly cents: number;
  readonly items: number;
}

/** Adds up what lines have; those without it are not counted. */
export function totalOf(rows: readonly ListRow[], centsOf: (row: ListRow) => number | undefined): ListTotal {
  let [cents, items] = [0, 0];
  for (const row of rows) {
    const one = centsOf(row);
    if (one === undefined) continue;
    cents += one;
    items += row.count;
  }
  return { cents, items };
}
