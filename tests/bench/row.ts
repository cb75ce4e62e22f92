/** One measured figure: the median of its runs, the middle half of them, and the budget that it has to keep. */
export interface Row {
  /** The part of the bench that it belongs to. */
  readonly part: string;
  readonly browser?: string | undefined;
  readonly what: string;
  readonly unit: string;
  readonly median: number;
  /** First and third quartile. */
  readonly spread: readonly [number, number];
  readonly runs: number;
  /** The median may be no higher, or with `atLeast` no lower. */
  readonly budget?: number | undefined;
  readonly atLeast?: boolean | undefined;
}

/** What a row is about, besides its figures. */
export type About = Pick<Row, 'part' | 'browser' | 'what' | 'unit' | 'budget' | 'atLeast'>;

/** @throws RangeError without any samples. */
export function toRow(about: About, samples: readonly number[]): Row {
  const spread = [quantile(samples, 0.25), quantile(samples, 0.75)] as const;
  return { ...about, median: median(samples), spread, runs: samples.length };
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Between two samples it goes straight. */
function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === undefined || above === undefined) throw new RangeError('there are no samples');
  return below + (above - below) * (at % 1);
}

/** `undefined` for a row without a budget. */
export function isKept({ median, budget, atLeast = false }: Row): boolean | undefined {
  if (budget === undefined) return undefined;
  return atLeast ? median >= budget : median <= budget;
}
