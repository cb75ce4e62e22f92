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
const brotli = promisify<Bytes, zlib.BrotliOptions, Bytes>(zlib.brotliCompress);
const gzip = promisify<Bytes, zlib.ZlibOptions, Bytes>(zlib.gzip);
const zstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdCompress);
const unzstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdDecompress);

/** Above this size the last levels of brotli take minutes and save a few per cent. */
const largeBytes = 8 * 1024 * 1024;

function brotliLevel(bytes: Bytes, effort: Effort): number {
  if (effort === 'fast') return 5;
  return bytes.length > largeBytes ? 9 : 11;
}

const zstdLevel = (bytes: Bytes, effort: Effort): number => {
  if (effort === 'fast') return 3;
  return bytes.length > largeBytes ? 12 : 19;
};

/**
 * The size of one output buffer. Hundreds of small buffers fragment the heap, and a large one for a small body would be
 * kept whole.
 */
const chunkSizeOf = (bytes: Bytes): number => Math.min(1024 * 1024, Math.max(16 * 1024, Math.round(bytes.length / 16)));

const zstdOptions = (bytes: Bytes, level: number): zlib.ZstdOptions => ({
  chunkSize: chunkSizeOf(bytes),
  params: { [c.ZSTD_c_compressionLevel]: level },
});

const brotliOptions = (bytes: Bytes, effort: Effort): zlib.BrotliOptions => ({
  chunkSize: chunkSizeOf(bytes),
  params: { [c.BROTLI_PARAM_QUALITY]: brotliLevel(bytes, effort), [c.BROTLI_PARAM_SIZE_HINT]: bytes.length },
});

const gzipOptions = (bytes: Bytes, effort: Effort): zlib.ZlibOptions => ({
  chunkSize: chunkSizeOf(bytes),
  level: effort === 'fast' ? 6 : 9,
});

const fastMakers: Record<Encoding, (bytes: Bytes) => Promise<Bytes>> = {
  br: (bytes) => brotli(bytes, brotliOptions(bytes, 'fast')),
  gzip: (bytes) => gzip(bytes, gzipOptions(bytes, 'fast')),
  zstd: (bytes) => zstd(bytes, zstdOptions(bytes, zstdLevel(bytes, 'fast'))),
};

const bestStreams: Record<Encoding, (bytes: Bytes) => NodeJS.ReadWriteStream> = {
  br: (bytes) => zlib.createBrotliCompress(brotliOptions(bytes, 'best')),
  gzip: (bytes) => zlib.createGzip(gzipOptions(bytes, 'best')),
  zstd: (bytes) => zlib.createZstdCompress(zstdOptions(bytes, zstdLevel(bytes, 'best'))),
};

/** Bytes of one piece. An abort waits for a few of them, about half a second at brotli's best level. */
const pieceBytes = 64 * 1024;

function* pieces(bytes: Bytes): Generator<Bytes> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** A process cannot end while zlib works, so the best levels, which take many seconds, get the body piece by piece. */
async function makeBest(bytes: Bytes, encoding: Encoding, signal: AbortSignal | undefined): Promise<Bytes> {
  const options = signal ? { signal } : {};
  return new Uint8Array(await pipeline(Readable.from(pieces(bytes)), bestStreams[encoding](bytes), buffer, options));
}

/** The largest window that a client must support for `dcz` (RFC 9842, 5): 8 MB or 1.25 times the dictionary. */
const maxWindow = (dictionary: Bytes): number => Math.min(Math.max(8 * 1024 * 1024, dictionary.length * 1.25), 2 ** 27);

/** The window must span the body, else zstd loses the dictionary half-way. A one-shot frame states no larger window. */
async function makeDelta(bytes: Bytes, dictionary: Bytes): Promise<Bytes | undefined> {
  if (bytes.length > maxWindow(dictionary)) return undefined;
  const windowLog = Math.min(27, Math.max(10, Math.ceil(Math.log2(bytes.length))));
  const params = { [c.ZSTD_c_compressionLevel]: 9, [c.ZSTD_c_windowLog]: windowLog };
  return zstd(bytes, { chunkSize: chunkSizeOf(bytes), dictionary, params });
}

/** Deltas against an earlier body (`dcz`, RFC 9842). */
const deltas = {
  /** A zstd frame that needs the dictionary; `undefined` when its window would exceed the limit of RFC 9842. */
  compressDelta: makeDelta,
  /** Compresses a dictionary for keeping. */
  archive: (bytes: Bytes): Promise<Bytes> => zstd(bytes, zstdOptions(bytes, 3)),
  restore: (archived: Bytes): Promise<Bytes> => unzstd(archived, { chunkSize: 1024 * 1024 }),
};

export type Compressor = ReturnType<typeof createCompressor>;

/**
 * Compression off the event loop: node:zlib on libuv's threads.
 * @param signal aborts what is made at a best level, when the relay closes
 */
export const createCompressor = (signal?: AbortSignal) => ({
  /** The offered codings. */
  encodings: encodings as readonly Encoding[],
  compress: (bytes: Bytes, encoding: Encoding, effort: Effort): Promise<Bytes> =>
    effort === 'fast' ? fastMakers[encoding](bytes) : makeBest(bytes, encoding, signal),
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
