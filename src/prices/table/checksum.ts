import { blockRows, type Columns, word } from '#prices/table/layout.ts';

/** Checksums tell a damaged table from a good one: 32 bits, in which any one change shows; not for security. */
const seed = 0x811c9dc5;
const prime = 0x01000193;

/** Of the rows of one block, and of its place among the others. */
export function blockSum({ high, low, capitals, cents, extras }: Columns, block: number): number {
  const first = cents[0];
  const second = cents[1];
  const third = cents[2];
  const end = Math.min((block + 1) * blockRows, high.length);
  let sum = seed ^ block;
  // Without iterators, inner loops and calls: this runs before a worker that just woke has compiled anything.
  for (let row = block * blockRows; row < end; row++) {
    sum = Math.imul(sum ^ (high[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (low[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (first[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (second[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (third[row] ?? 0), prime);
    sum = Math.imul(sum ^ (sum >>> 17) ^ (((capitals[row] ?? 0) << 16) | (extras[row] ?? 0)), prime);
    sum ^= sum >>> 17;
  }
  return sum >>> 0;
}

/** A block's checksum bound to the print of its table. */
export const bound = (sum: number, print: number): number => Math.imul(sum ^ print, prime) >>> 0;

/** Writes the print of a table whose rows are written, and the checksums of its blocks. */
export function writeSums(table: Columns): void {
  const { header, sums } = table;
  let print = seed ^ (header[word.count] ?? 0);
  for (let block = 0; block < sums.length; block++) {
    const sum = blockSum(table, block);
    sums[block] = sum;
    print = Math.imul(print ^ sum, prime);
    print ^= print >>> 17;
  }
  header[word.print] = print;
  for (let block = 0; block < sums.length; block++) sums[block] = bound(sums[block] ?? 0, print);
}
