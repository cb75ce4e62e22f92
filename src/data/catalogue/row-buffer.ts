import { inflatedFlag, noCents, noLiquidity } from '#data/catalogue/price-table.ts';
import type { PartnerRow } from '#protocol/price-api.ts';

/**
 * Rows of a response in their order, encoded as in the packed table. An object per row and a map of them take longer
 * than parsing all rows.
 */
export interface RowBuffer {
  /** Without duplicates. */
  readonly names: string[];
  /** Per name: USD cents of each reference market, then `extras` of the packed table. The end may be unused. */
  readonly words: Uint32Array;
}

/** Words of a row. */
export const rowWords = 4;
/** Position of `extras` in a row. */
export const extrasWord = 3;

export const createRowBuffer = (maxRows: number): RowBuffer => ({
  names: [],
  words: new Uint32Array(maxRows * rowWords),
});

/** Adds a parsed row. A price of 0 means no price, like a missing one. */
export function addRow({ names, words }: RowBuffer, name: string, row: PartnerRow): void {
  const at = names.length * rowWords;
  names.push(name);
  words[at] = row.price_buff || noCents;
  words[at + 1] = row.price_uu || noCents;
  words[at + 2] = row.price_csfloat || noCents;
  words[at + extrasWord] = packLiquidity(row.liquidity) | (row.is_inflated ? inflatedFlag : 0);
}

/** In hundredths; unknown when it is missing, negative or too large for 15 bits. */
function packLiquidity(liquidity: number | null | undefined): number {
  const hundredths = Math.round((liquidity ?? -1) * 100);
  return hundredths >= 0 && hundredths < noLiquidity ? hundredths : noLiquidity;
}
