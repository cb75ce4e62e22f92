import type { Bytes } from '#relay/upstream/body.ts';

/** The last good answer for one upstream query. */
export interface Stored {
  readonly bytes: Bytes;
  /** Upstream's own entity tag. */
  readonly etag: string | undefined;
  /** When these prices were made, and when upstream last confirmed them; ms since 1970. */
  readonly lastModified: number;
  readonly confirmedAt: number;
}

/** Where last good answers outlive the process; failing costs a log line, never an answer. */
export interface Store {
  /** `undefined` for what is not there, torn, or not ours. */
  readonly load: (source: string) => Promise<Stored | undefined>;
  readonly save: (source: string, stored: Stored) => Promise<void>;
  /** Notes that upstream confirmed what is stored. */
  readonly confirm: (source: string, stored: Stored) => Promise<void>;
}

/** Remembers nothing. */
export const noStore: Store = {
  load: async () => undefined,
  save: async () => undefined,
  confirm: async () => undefined,
};
