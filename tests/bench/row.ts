/** One measured figure: the median of its runs, the middle half of them, and the budget that it has to keep. */
export interface Row extends About, Figures {
  readonly runs: number;
  /** The least that the machine takes for it, measured in the same run. */
  readonly floor?: Side | undefined;
  /** The same done as the nearest peer does it (`peer.ts`), measured in the same run. */
  readonly peer?: Side | undefined;
}

/** What a row is about, besides its figures. */
export interface About {
  /** The part of the bench that it belongs to. */
  readonly part: string;
  readonly browser?: string | undefined;
  readonly what: string;
  readonly unit: string;
  /** The median may be no higher, or with `atLeast` no lower. */
  readonly budget?: number | undefined;
  readonly atLeast?: boolean | undefined;
  /** The budget is so much more than the floor, or so many times the floor; else it stands for itself. */
  readonly against?: 'beyond floor' | 'times floor' | undefined;
}

interface Figures {
  readonly median: number;
  /** First and third quartile. */
  readonly low: number;
  readonly high: number;
}

/** What a row stands beside. */
export interface Side extends Figures {
  readonly name: string;
}

/** What a row is compared with: a name, and samples of the row's unit. */
export interface Beside {
  readonly floor?: readonly [name: string, samples: readonly number[]] | undefined;
  readonly peer?: readonly [name: string, samples: readonly number[]] | undefined;
}

/** @throws RangeError without any samples, or when a budget lacks the floor that it is measured by. */
export function toRow(about: About, samples: readonly number[], { floor, peer }: Beside = {}): Row {
  if (about.against && !floor)
    throw new RangeError(`${about.what}: the budget is measured by a floor that is not there`);
  return {
    ...about,
    ...figuresOf(samples),
    runs: samples.length,
    ...(floor && { floor: { name: floor[0], ...figuresOf(floor[1]) } }),
    ...(peer && { peer: { name: peer[0], ...figuresOf(peer[1]) } }),
  };
}

const figuresOf = (samples: readonly number[]): Figures => ({
  median: median(samples),
  low: quantile(samples, 0.25),
  high: quantile(samples, 0.75),
});

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Between two samples it goes straight. */
function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === undefined || above === undefined) throw new RangeError('there are no samples');
  return below + (above - below) * (at % 1);
}

/** The budget in the row's own unit; `undefined` for a row without one. */
export function boundOf({ budget, against, floor }: Row): number | undefined {
  if (budget === undefined || !against) return budget;
  const least = floor?.median ?? Number.NaN;
  return against === 'beyond floor' ? least + budget : least * budget;
}

/** `undefined` for a row without a budget. */
export function isKept(row: Row): boolean | undefined {
  const bound = boundOf(row);
  if (bound === undefined) return undefined;
  return row.atLeast ? row.median >= bound : row.median <= bound;
}
