import type { Bytes } from '#relay/upstream/body.ts';

/** Content codings that stand on their own, best first where a client likes several equally (RFC 9110, 8.4). */
export const encodings = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** `fast` is for the first who asks, `best` for everybody after that. */
export type Effort = 'fast' | 'best';

/** What turns bytes into fewer; runs off the event loop wherever the platform can. */
export interface Compressor {
  /** The codings that this platform can make. */
  readonly encodings: readonly Encoding[];
  readonly compress: (bytes: Bytes, encoding: Encoding, effort: Effort) => Promise<Bytes>;
  /** Whether better efforts are worth their time here. */
  readonly improves: boolean;
  /** Deltas against an earlier body (`dcz`, RFC 9842); `undefined` where the platform cannot. */
  readonly deltas: Deltas | undefined;
}

export interface Deltas {
  /** A zstd frame that needs the dictionary; `undefined` when its window would be larger than RFC 9842 lets it be. */
  readonly make: (bytes: Bytes, dictionary: Bytes) => Promise<Bytes | undefined>;
  /** Puts a dictionary away and takes it out again. */
  readonly pack: (bytes: Bytes) => Promise<Bytes>;
  readonly unpack: (packed: Bytes) => Promise<Bytes>;
}
