import * as z from 'zod/mini';

const figures = { median: z.number(), low: z.number(), high: z.number() };
const side = z.optional(z.object({ name: z.string(), ...figures }));

const budget = {
  /** The median is at most this. */
  budget: z.number(),
  /** Adds the budget to the floor, or multiplies it by the floor; without it the budget is absolute. */
  against: z.optional(z.enum(['beyond floor', 'times floor'])),
};

export const rowSchema = z.object({
  part: z.string(),
  browser: z.optional(z.string()),
  what: z.string(),
  unit: z.string(),
  ...budget,
  ...figures,
  runs: z.number(),
  /** The least possible work, measured in the same run. */
  floor: side,
  /** The nearest peer's approach, measured in the same run. */
  peer: side,
});
export type Row = z.infer<typeof rowSchema>;

export interface Metric extends Pick<Row, 'what' | 'unit' | 'budget' | 'against'> {
  readonly floor?: string;
  readonly peer?: string;
  /** Only Chromium tells memory, long tasks and traces. */
  readonly chromiumOnly?: true;
}

export interface Samples {
  readonly ours: readonly number[];
  readonly floor?: readonly number[];
  readonly peer?: readonly number[];
}

/** @throws RangeError without samples, or when the budget is relative to a floor that was not measured. */
export function toRow(part: string, browser: string | undefined, metric: Metric, samples: Samples): Row {
  const { what, unit, budget, against } = metric;
  const floor = sideOf(metric.floor, samples.floor);
  if (against && !floor) throw new RangeError(`${what}: the budget is relative to a floor that was not measured`);
  const peer = sideOf(metric.peer, samples.peer);
  const about = { part, browser, what, unit, budget, against };
  return { ...about, ...figuresOf(samples.ours), runs: samples.ours.length, floor, peer };
}

const sideOf = (name: string | undefined, samples: readonly number[] | undefined): Row['floor'] =>
  name && samples ? { name, ...figuresOf(samples) } : undefined;

const figuresOf = (samples: readonly number[]) => ({
  median: median(samples),
  low: quantile(samples, 0.25),
  high: quantile(samples, 0.75),
});

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Interpolates linearly between two samples. */
function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === undefined || above === undefined) throw new RangeError('there are no samples');
  return below + (above - below) * (at % 1);
}

function boundOf({ budget, against, floor }: Row): number {
  const least = floor?.median ?? Number.NaN;
  if (against === 'beyond floor') return least + budget;
  return against === 'times floor' ? least * budget : budget;
}

export const isKept = (row: Row): boolean => row.median <= boundOf(row);

export const byMetric = (rows: readonly Row[]): Row[][] => [
  ...Map.groupBy(rows, ({ part, what }) => `${part}: ${what}`).values(),
];
