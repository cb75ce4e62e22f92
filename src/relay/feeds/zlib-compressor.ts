import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Bytes } from '#protocol/bytes.ts';
import {
  type Compressor,
  type DeltaCompressor,
  type Effort,
  type Encoding,
  encodings,
} from '#relay/feeds/compressor.ts';

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

const deltas: DeltaCompressor = {
  compressDelta: makeDelta,
  archive: (bytes) => zstd(bytes, zstdOptions(bytes, 3)),
  restore: (packed) => unzstd(packed, { chunkSize: 1024 * 1024 }),
};

/**
 * node:zlib on libuv's threads.
 * @param signal aborts what is made at a best level, when the relay closes
 */
export const createNodeCompressor = (signal?: AbortSignal): Compressor => ({
  encodings,
  compress: (bytes, encoding, effort) =>
    effort === 'fast' ? fastMakers[encoding](bytes) : makeBest(bytes, encoding, signal),
  usesBestEffort: true,
  deltas,
});
