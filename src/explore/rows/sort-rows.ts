/** Indexes of the values in their order, equal ones in the order of their indexes. NaN comes last in both directions. */
export function sortedRows(values: Float64Array, descending: boolean): Uint32Array {
  const order = new Uint32Array(values.length);
  let [known, unknown] = [0, values.length];
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) order[known++] = row;
  for (let row = values.length - 1; row >= 0; row--) if (Number.isNaN(values[row])) order[--unknown] = row;
  const sign = descending ? -1 : 1;
  order.subarray(0, known).sort((one, other) => {
    const [first = 0, second = 0] = [values[one], values[other]];
    return first < second ? -sign : first > second ? sign : one - other;
  });
  return order;
}
