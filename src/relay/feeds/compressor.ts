import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Bytes } from '#protocol/bytes.ts';

/** Content codings that need no dictionary (RFC 9110, 8.4). The first is preferred among equally accepted ones. */
export const encodings = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** `fast` serves the first client, `best` the later ones. */
type Effort = 'fast' | 'best';

const c = zlib.constants;
const zstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdCompress);
const unzstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdDecompress);

/** Above this size the last levels of brotli take minutes and save a few per cent. */
const largeBytes = 8 * 1024 * 1024;

/** Levels by effort; the last one is for large bodies. */
const levels = { br: [5, 11, 9], zstd: [3, 19, 12], gzip: [6, 9, 9] } as const satisfies Record<Encoding, unknown>;

function levelOf(encoding: Encoding, effort: Effort, { length }: Bytes): number {
  const [fast, best, bestOfLarge] = levels[encoding];
  if (effort === 'fast') return fast;
  return length > largeBytes ? bestOfLarge : best;
}

/**
 * The size of one output buffer. Hundreds of small buffers fragment the heap, and a large one for a small body would be
 * kept whole.
 */
const chunkSizeOf = (bytes: Bytes): number => Math.min(1024 * 1024, Math.max(16 * 1024, Math.round(bytes.length / 16)));

function createStream(bytes: Bytes, encoding: Encoding, effort: Effort): NodeJS.ReadWriteStream {
  const [chunkSize, level] = [chunkSizeOf(bytes), levelOf(encoding, effort, bytes)];
  if (encoding === 'gzip') return zlib.createGzip({ chunkSize, level });
  if (encoding === 'zstd')
    return zlib.createZstdCompress({ chunkSize, params: { [c.ZSTD_c_compressionLevel]: level } });
  const params = { [c.BROTLI_PARAM_QUALITY]: level, [c.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return zlib.createBrotliCompress({ chunkSize, params });
}

/** Bytes of one piece. An abort waits for a few of them, about half a second at brotli's best level. */
const pieceBytes = 64 * 1024;

function* pieces(bytes: Bytes): Generator<Bytes> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** A process cannot end while zlib works, so the best levels, which take many seconds, get the body piece by piece. */
async function compress(bytes: Bytes, encoding: Encoding, effort: Effort, signal?: AbortSignal): Promise<Bytes> {
  const input = Readable.from(effort === 'best' ? pieces(bytes) : [bytes]);
  const options = signal && effort === 'best' ? { signal } : {};
  return new Uint8Array(await pipeline(input, createStream(bytes, encoding, effort), buffer, options));
}

/** The largest window that a client must support for `dcz` (RFC 9842, 5): 8 MB or 1.25 times the dictionary. */
const maxWindow = (dictionary: Bytes): number => Math.min(Math.max(8 * 1024 * 1024, dictionary.length * 1.25), 2 ** 27);

/**
 * A zstd frame that needs the dictionary; `undefined` when its window would exceed the limit. The window must span the body,
 * else zstd loses the dictionary half-way. A one-shot frame states no larger window.
 */
async function compressDelta(bytes: Bytes, dictionary: Bytes): Promise<Bytes | undefined> {
  if (bytes.length > maxWindow(dictionary)) return undefined;
  const windowLog = Math.min(27, Math.max(10, Math.ceil(Math.log2(bytes.length))));
  const params = { [c.ZSTD_c_compressionLevel]: 9, [c.ZSTD_c_windowLog]: windowLog };
  return zstd(bytes, { chunkSize: chunkSizeOf(bytes), dictionary, params });
}

/** Deltas against an earlier body (`dcz`, RFC 9842). */
const deltas = {
  compressDelta,
  archive: (bytes: Bytes): Promise<Bytes> =>
    zstd(bytes, { chunkSize: chunkSizeOf(bytes), params: { [c.ZSTD_c_compressionLevel]: levels.zstd[0] } }),
  restore: (archived: Bytes): Promise<Bytes> => unzstd(archived, { chunkSize: 1024 * 1024 }),
};

export type Compressor = ReturnType<typeof createCompressor>;

/**
 * Compression off the event loop: node:zlib on libuv's threads.
 * @param signal aborts what is made at a best level, when the relay closes
 */
export const createCompressor = (signal?: AbortSignal) => ({
  encodings: encodings as readonly Encoding[],
  compress: (bytes: Bytes, encoding: Encoding, effort: Effort): Promise<Bytes> =>
    compress(bytes, encoding, effort, signal),
  /** Whether the bodies are worth the best effort. */
  usesBestEffort: true,
  deltas,
});

/**
 * For bodies that few clients read. zstd takes a third of brotli's time for about the same size, and the best efforts for
 * thousands of bodies would keep a processor busy.
 */
export const fastCompressor = (compressor: Compressor): Compressor => ({
  ...compressor,
  encodings: compressor.encodings.toSorted((one, other) => Number(other === 'zstd') - Number(one === 'zstd')),
  usesBestEffort: false,
});
