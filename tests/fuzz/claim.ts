import fc from 'fast-check';

/** Options of a search for counterexamples. */
interface SearchOptions {
  readonly cases: number;
  /** The same seed gives the same cases. */
  readonly seed: number;
  /** Path of one failure from its report, replayed alone. */
  readonly path?: string | undefined;
  /** Time limit, ms. */
  readonly limitMs?: number | undefined;
}

export interface SearchResult {
  /** Cases that were tried, without discarded ones. */
  readonly cases: number;
  /** Report of the smallest counterexample, with seed and path. */
  readonly failure: string | undefined;
}

/** A property that holds for any input. */
export interface Claim {
  readonly says: string;
  /** Cases that the unit tests try. */
  readonly quick: number;
  /** Its share of the target's cases, relative to the other claims. */
  readonly share: number;
  readonly check: (options: SearchOptions) => Promise<SearchResult>;
}

/** A property with a sentence that states it. */
export const claim = <T>(says: string, property: fc.IRawProperty<T>, quick = 2000, share = 1): Claim => ({
  says,
  quick,
  share,
  check: async ({ cases, seed, path, limitMs }) => {
    const details = await fc.check(property, {
      numRuns: cases,
      seed,
      ...(path !== undefined && { path }),
      ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs }),
    });
    const failure = details.failed ? `${fc.defaultReportMessage(details)}\n${details.errorInstance}` : undefined;
    return { cases: details.numRuns, failure };
  },
});
