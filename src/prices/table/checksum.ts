import { blockRows, headerWord, type TableColumns } from '#prices/table/layout.ts';

/** 32-bit checksums that reveal a damaged table. Any single change shows; they are no protection against forgery. */
const seed = 0x811c9dc5;
const prime = 0x01000193;

/** The checksum of a block's rows and of its position. */
export function blockChecksum({ high, low, spelling, cents, extras }: TableColumns, block: number): number {
  const first = cents[0];
  const second = cents[1];
  const third = cents[2];
  const end = Math.min((block + 1) * blockRows, high.length);
  let sum = seed ^ block;
  // Without iterators, inner loops and calls: a worker that has just started runs this uncompiled.
  for (let row = block * blockRows; row < end; row++) {
    sum = Math.imul(sum ^ (high[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (spelling[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (first[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (second[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (third[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (((low[row] ?? 0) << 16) | (extras[row] ?? 0)), prime);
    sum ^= sum >>> 17;
  }
  return sum >>> 0;
}

/** A block's checksum combined with its table's: a block of another table does not pass. */
export const bindChecksum = (block: number, table: number): number => Math.imul(block ^ table, prime) >>> 0;

/** Writes the checksums of a table and of its blocks. The rows must be written already. */
export function writeChecksums(table: TableColumns): void {
  const { header, checksums } = table;
  let whole = seed ^ (header[headerWord.count] ?? 0);
  for (let block = 0; block < checksums.length; block++) {
    const sum = blockChecksum(table, block);
    checksums[block] = sum;
    whole = Math.imul(whole ^ sum, prime);
    whole ^= whole >>> 17;
  }
  header[headerWord.checksum] = whole;
  for (let block = 0; block < checksums.length; block++) checksums[block] = bindChecksum(checksums[block] ?? 0, whole);
}
