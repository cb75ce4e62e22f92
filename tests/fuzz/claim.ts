import fc from 'fast-check';

/** How often to look for a case that breaks a claim, and from where. */
interface Search {
  readonly cases: number;
  /** Replays the same cases. */
  readonly seed: number;
  /** Replays one failure alone, as its report names it. */
  readonly path?: string | undefined;
  /** Stops after so many ms, with the cases that there was time for. */
  readonly limitMs?: number | undefined;
}

export interface Found {
  /** Cases that were tried, without those that did not count. */
  readonly cases: number;
  /** The smallest case that breaks the claim, with seed and path. */
  readonly failure: string | undefined;
}

/** Something that holds whatever comes. */
export interface Claim {
  readonly says: string;
  /** Cases of the quick form. */
  readonly quick: number;
  /** Its part of the cases of its target, beside the parts of the other claims. */
  readonly share: number;
  readonly check: (search: Search) => Promise<Found>;
}

/** Gives a property a sentence; `quick` is how many cases the unit tests try. */
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
