import { blockRows, type Columns, word } from '#prices/layout.ts';

/** Checksums tell a damaged table from a good one: 32 bits, in which any one change shows; not for security. */
const seed = 0x811c9dc5;

function mix(sum: number, value: number): number {
  const mixed = Math.imul(sum ^ value, 0x01000193);
  return mixed ^ (mixed >>> 17);
}

/** Of the rows of one block, and of its place among the others. */
export function blockSum({ high, low, capitals, cents, extras }: Columns, block: number): number {
  const [first, second, third] = cents;
  const end = Math.min((block + 1) * blockRows, high.length);
  let sum = mix(seed, block);
  // By index and without inner loops: this runs before a worker that just woke has compiled anything.
  for (let row = block * blockRows; row < end; row++) {
    sum = mix(mix(sum, high[row] ?? 0), low[row] ?? 0);
    sum = mix(mix(mix(sum, first[row] ?? 0), second[row] ?? 0), third[row] ?? 0);
    sum = mix(mix(sum, capitals[row] ?? 0), extras[row] ?? 0);
  }
  return sum >>> 0;
}

/** Of the whole, by the blocks' checksums. */
export function tableSum({ header, sums }: Columns): number {
  let sum = mix(seed, header[word.count] ?? 0);
  for (let block = 0; block < sums.length; block++) sum = mix(sum, sums[block] ?? 0);
  return sum >>> 0;
}
