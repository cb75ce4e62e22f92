import type { Bytes } from '#protocol/bytes.ts';

/** Content codings that need no dictionary (RFC 9110, 8.4). */
export const encodings = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** `fast` serves the first client, `best` the later ones. */
export type Effort = 'fast' | 'best';

/** Compression off the event loop. */
export interface Compressor {
  /** The offered codings. The first is preferred among equally accepted ones. */
  readonly encodings: readonly Encoding[];
  readonly compress: (bytes: Bytes, encoding: Encoding, effort: Effort) => Promise<Bytes>;
  /** Whether the bodies are worth the best effort. */
  readonly usesBestEffort: boolean;
  readonly deltas: DeltaCompressor;
}

/** Deltas against an earlier body (`dcz`, RFC 9842). */
export interface DeltaCompressor {
  /** A zstd frame that needs the dictionary; `undefined` when its window would exceed the limit of RFC 9842. */
  readonly compressDelta: (bytes: Bytes, dictionary: Bytes) => Promise<Bytes | undefined>;
  /** Compresses a dictionary for keeping. */
  readonly archive: (bytes: Bytes) => Promise<Bytes>;
  readonly restore: (archived: Bytes) => Promise<Bytes>;
}

/**
 * For bodies that few clients read. zstd takes a third of brotli's time for about the same size, and the best efforts for
 * thousands of bodies would keep a processor busy.
 */
export const fastCompressor = (compressor: Compressor): Compressor => ({
  ...compressor,
  encodings: compressor.encodings.toSorted((one, other) => Number(other === 'zstd') - Number(one === 'zstd')),
  usesBestEffort: false,
});
