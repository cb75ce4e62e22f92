import { exitOf, type Pieces, sumOn } from '#core/owned/valuation.ts';
import { doubtOf } from '#core/prices/offer.ts';
import { sumOf } from '#core/prices/partial-sum.ts';
import { mark } from '#core/rows/item-table.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { MatchedLines } from '#explore/data/item-source.ts';

type ListRow = MatchedLines['rows'][number];

/** Whether the prices of a row are those of its cheapest phase: a list does not say which phase it means. */
export const isOfAnyPhase = ({ table }: RowModel, row: number): boolean =>
  ((table.traits.marks[row] ?? 0) & mark.phases) !== 0;

/** The pieces of a line with the offers in no doubt, however few are listed; none of samples. */
export function linePieces(model: RowModel, { row, count }: ListRow): Pieces {
  const rules = { ...model.sums, minCount: 0, sample: model.table.sample, phased: isOfAnyPhase(model, row) };
  return { count, offers: model.offers(row).filter((offer) => !doubtOf(offer, rules)) };
}

/** Where a line is sold best, USD cents for all its pieces; `undefined` where the item has no exit. */
export function bestSale(pieces: Pieces, { sums }: RowModel) {
  const exit = exitOf(pieces, sums);
  return typeof exit === 'string' ? undefined : { market: exit.market, net: exit.netCents * pieces.count };
}

/** What all lines bring, and where. @param model one that counts no thin prices */
export function listTotals(model: RowModel, rows: readonly ListRow[]) {
  const lines = rows.map((line) => {
    const pieces = linePieces(model, line);
    return { ...pieces, sale: bestSale(pieces, model) };
  });
  return {
    markets: model.table.markets.map(({ market }) => ({
      ...sumOn(lines, market, model.sums),
      /** When only those are sold there that bring most there. */
      best: sumOf(lines, ({ sale }) => (sale?.market === market ? sale.net : undefined)),
    })),
    /** When each is sold where that pays best. */
    best: sumOf(lines, ({ sale }) => sale?.net),
  };
}
