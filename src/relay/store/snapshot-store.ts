import type { Bytes } from '#protocol/bytes.ts';

/** The last good answer for one upstream query. */
export interface StoredSnapshot {
  readonly bytes: Bytes;
  /** The upstream entity tag. */
  readonly etag: string | undefined;
  /** When the prices were made, ms since 1970. */
  readonly lastModified: number;
  /** When upstream last confirmed them, ms since 1970. */
  readonly confirmedAt: number;
}

/** Keeps the last good answers beyond the process. A failure costs a log line, never an answer. */
export interface SnapshotStore {
  /** `undefined` for an answer that is absent, torn, or of another price API. */
  readonly load: (source: string) => Promise<StoredSnapshot | undefined>;
  /** Keeps an answer that upstream has just given or confirmed. A body that is there already is not written again. */
  readonly save: (source: string, stored: StoredSnapshot) => Promise<void>;
  /** Whether the store does not answer at the moment; absent where that cannot be. */
  readonly isStalled?: () => boolean;
}

export const noStore: SnapshotStore = { load: async () => undefined, save: async () => undefined };
