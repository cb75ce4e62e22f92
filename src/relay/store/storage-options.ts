/** What the thread is started with. */
export interface StorageOptions {
  /** The database. */
  readonly path: string;
  /** It grows to so many bytes at most. */
  readonly maxBytes?: number;
  /** The folder in which an earlier version kept answers and the uses of invites; `undefined` where there was none. */
  readonly oldFolder?: string | undefined;
  /** The file in which it kept watch lists; `undefined` where there was none. */
  readonly oldWatchLists?: string | undefined;
}

/** Small things that are kept as JSON. */
export type DocumentName = 'invite-uses' | 'watch-lists' | `key-${string}`;
