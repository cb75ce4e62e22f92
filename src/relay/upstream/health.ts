import { ratesSource } from '#relay/upstream/feeds.ts';
import type { Outcome } from '#relay/upstream/fetch-upstream.ts';

/** Remembers what the last request to the price API came to. */
export interface Health {
  readonly note: (source: string, outcome: Outcome) => void;
  /** `none` before the first, `ok`, or the reason of a failure. */
  readonly upstream: () => string;
}

/** Starts with `none`; exchange rates do not count, for prices do without them. */
export function createHealth(): Health {
  let upstream = 'none';
  return {
    note(source, outcome) {
      if (source !== ratesSource) upstream = outcome.kind === 'failed' ? outcome.reason : 'ok';
    },
    upstream: () => upstream,
  };
}
