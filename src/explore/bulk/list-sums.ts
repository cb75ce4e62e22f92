import { priceAtExit } from '#core/owned/portfolio-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { sumOf } from '#core/prices/partial-sum.ts';
import { mark } from '#core/rows/item-table.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { MatchedLines } from '#explore/data/worker-messages.ts';

type ListRow = MatchedLines['rows'][number];

/** What the pieces of one line bring on one market, USD cents. */
interface LineSum {
  readonly market: MarketId;
  /** At the ask. */
  readonly cents: number;
  /** What their sale there leaves; absent where that is not known. */
  readonly net?: number | undefined;
}

/** Whether the prices of a row are those of its cheapest phase: a list does not say which phase it means. */
export const isOfAnyPhase = ({ table }: RowModel, row: number): boolean =>
  ((table.traits.marks[row] ?? 0) & mark.phases) !== 0;

/** What a line brings on each market where its price counts; nothing for samples. */
export function lineSums(model: RowModel, { row, count }: ListRow): readonly LineSum[] {
  const { table, stages } = model;
  if (table.sample || isOfAnyPhase(model, row)) return [];
  return table.markets.flatMap(({ market, cents }, index): LineSum[] => {
    const price = cents[row] ?? 0;
    if (((stages.current[row] ?? 0) & (1 << index)) === 0 || !(price > 0)) return [];
    const net = model.net(index, row);
    return [{ market, cents: price * count, net: net === undefined ? undefined : net * count }];
  });
}

/**
 * Where a line is sold best, USD cents for all its pieces; `undefined` where the item has no exit.
 * @param model one that counts no thin prices
 */
export function exitOf(model: RowModel, { row, count }: ListRow) {
  if (model.table.sample || isOfAnyPhase(model, row)) return undefined;
  const { market, cents, net } = priceAtExit(model.exit(row), count);
  return market && cents !== undefined && net !== undefined ? { market, cents, net } : undefined;
}

/** What all lines bring, and where. @param model one that counts no thin prices */
export function listTotals(model: RowModel, rows: readonly ListRow[]) {
  const sums = new Map(rows.map((line) => [line, lineSums(model, line)]));
  const exits = new Map(rows.map((line) => [line, exitOf(model, line)]));
  return {
    markets: model.table.markets.map(({ market }) => {
      const at = (line: ListRow) => sums.get(line)?.find((sum) => sum.market === market);
      const exitHere = (line: ListRow) => {
        const exit = exits.get(line);
        return exit?.market === market ? exit.net : undefined;
      };
      return {
        market,
        asks: sumOf(rows, (line) => at(line)?.cents),
        /** When all of them are sold there. */
        net: sumOf(rows, (line) => at(line)?.net),
        /** When only those are sold there that bring most there. */
        best: sumOf(rows, exitHere),
      };
    }),
    /** When each is sold where that pays best. */
    best: sumOf(rows, (line) => exits.get(line)?.net),
  };
}
