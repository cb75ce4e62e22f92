import { type FaultReport, faultKinds } from '#core/asks/fault.ts';
import { type Guarded, isFiniteNumber, isObjectOf, isString, nullable, oneOf, optional } from '#core/asks/guards.ts';
import { type KeyValueStore, storedValue } from '#data/storage/column-store.ts';

const isFaultReport = isObjectOf<FaultReport>({
  kind: oneOf(...faultKinds),
  status: nullable(isFiniteNumber),
  detail: isString,
  at: isFiniteNumber,
  retryAt: nullable(isFiniteNumber),
});

/** The last check of a feed, which outlives the worker, with what the relay said of itself at the last success. Times in ms since the epoch. */
export const checkShape = {
  lastCheckAt: optional(isFiniteNumber),
  outcome: optional(oneOf('new', 'unchanged', 'failed')),
  failures: isFiniteNumber,
  /** Answers refused since the last success because they had under half of the items. */
  shrunken: optional(isFiniteNumber),
  /** 0 to 1, random per check: spreads the requests of many browsers. */
  jitter: isFiniteNumber,
  fault: nullable(isFaultReport),
  relayName: optional(isString),
  relayVersion: optional(isString),
  clockAheadMs: optional(isFiniteNumber),
};
const isCheck = isObjectOf(checkShape);
export type FeedCheck = Guarded<typeof isCheck>;

export const noCheck: FeedCheck = { failures: 0, jitter: 0, fault: null };

export function checkIn(store: () => KeyValueStore, key: string) {
  const check = storedValue<FeedCheck>(store, key, isCheck);
  return {
    lastCheck: async (): Promise<FeedCheck> => (await check.read()) ?? noCheck,
    /** Never rejects. */
    saveCheck: (next: FeedCheck): Promise<void> => check.write(next).catch(() => undefined),
  };
}
