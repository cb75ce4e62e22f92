import { netCents } from '#core/fees.ts';
import { balanceMarket, type MarketId } from '#core/markets.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';
import { mark } from '#explore/data/item-traits.ts';
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

/** The market on which a line brings most cash after fees; `undefined` where no market's fees are confirmed. */
export const bestOf = (sums: readonly LineSum[]): LineSum | undefined =>
  sums
    .filter(({ market, net }) => market !== balanceMarket && net !== undefined)
    .toSorted((one, other) => (other.net ?? 0) - (one.net ?? 0))[0];

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
