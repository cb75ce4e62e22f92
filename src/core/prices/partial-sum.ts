export interface PartialSum {
  /** USD cents. */
  readonly cents: number;
  readonly items: number;
}

/** Adds up what entries have; one without it is not counted. */
export function sumOf<T extends { readonly count: number }>(
  entries: readonly T[],
  centsOf: (entry: T) => number | undefined,
): PartialSum {
  let [cents, items] = [0, 0];
  for (const entry of entries) {
    const one = centsOf(entry);
    if (one === undefined) continue;
    cents += one;
    items += entry.count;
  }
  return { cents, items };
}
