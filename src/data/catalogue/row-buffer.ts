import { referenceMarkets, references } from '#core/prices/markets.ts';
import { type ColumnsOf, packColumns } from '#data/catalogue/columns.ts';
import { inflatedBit, partnerTypes } from '#data/catalogue/price-table.ts';
import type { PartnerRow } from '#protocol/price-api.ts';

/** Rows of a response in their order. An object per row and a map of them take longer than parsing all rows. */
export interface RowBuffer {
  /** Without duplicates. */
  readonly names: string[];
  /** As in the table, by place in `names`. The end may be unused. */
  readonly prices: ColumnsOf<typeof partnerTypes>;
}

export const createRowBuffer = (maxRows: number): RowBuffer => ({
  names: [],
  prices: packColumns(partnerTypes, maxRows).columns,
});

/** Adds a parsed row. A price of 0 means no price, like a missing one. */
export function addRow({ names, prices }: RowBuffer, name: string, row: PartnerRow): void {
  const at = names.push(name) - 1;
  for (const market of referenceMarkets) prices[market][at] = row[references[market].field] ?? 0;
  prices.extras[at] = packLiquidity(row.liquidity) | (row.is_inflated ? inflatedBit : 0);
}

/** Unknown when it is missing, negative or too large for 15 bits. */
function packLiquidity(liquidity: number | null | undefined): number {
  const packed = Math.round((liquidity ?? -1) * 100) + 1;
  return packed > 0 && packed < inflatedBit ? packed : 0;
}
