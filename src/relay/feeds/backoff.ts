/** Waits grow to this many times the first one. */
const maxGrowth = 5;

/** The wait after the n-th failure in a row, in ms: `baseMs`, doubled up to five times, plus up to half of it at random. */
export function backoff(failures: number, baseMs: number, random: () => number): number {
  const growth = Math.min(2 ** (failures - 1), maxGrowth);
  return baseMs * growth * (1 + random() / 2);
}
