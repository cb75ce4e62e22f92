import type { BodyProcessor } from '#relay/feeds/body-thread.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

/** What all parts of the relay rest on; each names what it takes of it. */
export interface RelayBase {
  readonly limits: RelayLimits;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Ms since 1970. */
  readonly now: () => number;
  /** A monotonic clock in ms, for pauses: a change of the system's time must not lift the pace. */
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly storage: Pick<StorageThread, 'ask'>;
  readonly bodyProcessor: BodyProcessor;
  /** Faults of the relay itself; `code` never quotes an error's message. */
  readonly reportProblem: (problem: string, code: string) => void;
}
