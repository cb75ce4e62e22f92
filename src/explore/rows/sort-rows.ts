/** Keys that put numbers in order: NaN comes last in both directions. */
function keysOf(values: Float64Array, descending: boolean): { readonly high: Uint32Array; readonly low: Uint32Array } {
  const high = new Uint32Array(values.length);
  const low = new Uint32Array(values.length);
  const number = new Float64Array(1);
  // Little-endian, as every machine that runs a browser.
  const words = new Uint32Array(number.buffer);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? Number.NaN;
    // −0 sorts as 0.
    number[0] = (descending ? -value : value) + 0;
    const [less, more] = [words[0] ?? 0, words[1] ?? 0];
    const isNegative = more >>> 31 === 1;
    high[row] = Number.isNaN(value) ? 0xffff_ffff : isNegative ? ~more : more | 0x8000_0000;
    low[row] = isNegative ? ~less : less;
  }
  return { high, low };
}

/**
 * Indexes of the values in their order, equal ones in the order of their indexes. A radix sort: sorting by a comparison
 * function takes four times as long for 40,000 rows.
 */
export function sortedRows(values: Float64Array, descending: boolean): Uint32Array {
  const { high, low } = keysOf(values, descending);
  let order = new Uint32Array(values.length);
  for (let row = 0; row < order.length; row++) order[row] = row;
  let free = new Uint32Array(values.length);
  for (const [words, shift] of [
    [low, 0],
    [low, 16],
    [high, 0],
    [high, 16],
  ] as const) {
    const starts = new Uint32Array(0x1_0001);
    for (let at = 0; at < words.length; at++) {
      const digit = (((words[at] ?? 0) >>> shift) & 0xffff) + 1;
      starts[digit] = (starts[digit] ?? 0) + 1;
    }
    // Whole numbers have the same low words: there is nothing to sort.
    if (starts[(((words[0] ?? 0) >>> shift) & 0xffff) + 1] === words.length) continue;
    for (let digit = 1; digit < starts.length; digit++) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (let at = 0; at < order.length; at++) {
      const row = order[at] ?? 0;
      const digit = ((words[row] ?? 0) >>> shift) & 0xffff;
      const place = starts[digit] ?? 0;
      free[place] = row;
      starts[digit] = place + 1;
    }
    [order, free] = [free, order];
  }
  return order;
}
