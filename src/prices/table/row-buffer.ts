import { inflatedFlag, noCents, noLiquidity } from '#prices/table/layout.ts';
import type { PartnerRow } from '#protocol/price-api.ts';

/**
 * The rows of an answer, in its order and with the packed table's marks. An object for each, and a map of them, cost a
 * worker that just woke more than to judge them all.
 */
export interface Rows {
  /** No name stands here twice. */
  readonly names: string[];
  /** Of each name USD cents, one word per reference market in their order, and its extras; behind them spare room. */
  readonly words: Uint32Array;
}

/** Words of a row, and which of them holds the extras. */
export const rowWords = 4;
export const extrasWord = 3;

/** Room for at most so many rows. */
export const createRows = (most: number): Rows => ({ names: [], words: new Uint32Array(most * rowWords) });

/** Adds a row that was judged. A price of 0 means none, as a missing one does. */
export function addRow({ names, words }: Rows, name: string, row: PartnerRow): void {
  const at = names.length * rowWords;
  names.push(name);
  words[at] = row.price_buff || noCents;
  words[at + 1] = row.price_uu || noCents;
  words[at + 2] = row.price_csfloat || noCents;
  words[at + extrasWord] = packLiquidity(row.liquidity) | (row.is_inflated ? inflatedFlag : 0);
}

/** In hundredths; one that is no plain number, or too large for its bits, is not known. */
function packLiquidity(liquidity: number | null | undefined): number {
  const hundredths = Math.round((liquidity ?? -1) * 100);
  return hundredths >= 0 && hundredths < noLiquidity ? hundredths : noLiquidity;
}
