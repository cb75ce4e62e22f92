import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { type Compressor, type Deltas, type Effort, type Encoding, encodings } from '#relay/snapshot/compressor.ts';
import type { Bytes } from '#relay/upstream/body.ts';

const c = zlib.constants;
const brotli = promisify<Bytes, zlib.BrotliOptions, Bytes>(zlib.brotliCompress);
const gzip = promisify<Bytes, zlib.ZlibOptions, Bytes>(zlib.gzip);
const zstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdCompress);
const unzstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdDecompress);

/** Past this size brotli's last levels cost minutes for a few per cent. */
const largeBytes = 8 * 1024 * 1024;

/** Levels as measured on the two shapes of price data (README of the relay). */
function brotliLevel(bytes: Bytes, effort: Effort): number {
  if (effort === 'fast') return 5;
  return bytes.length > largeBytes ? 9 : 11;
}

const zstdLevel = (bytes: Bytes, effort: Effort): number => {
  if (effort === 'fast') return 3;
  return bytes.length > largeBytes ? 12 : 19;
};

/**
 * Output comes in pieces of this many bytes: hundreds of small ones leave holes in memory that the system does not get
 * back, one large piece for a small body would be kept whole.
 */
const pieceOf = (bytes: Bytes): number => Math.min(1024 * 1024, Math.max(16 * 1024, Math.round(bytes.length / 16)));

const zstdAt = (bytes: Bytes, level: number): Promise<Bytes> =>
  zstd(bytes, { chunkSize: pieceOf(bytes), params: { [c.ZSTD_c_compressionLevel]: level } });

const makers: Record<Encoding, (bytes: Bytes, effort: Effort) => Promise<Bytes>> = {
  br: (bytes, effort) =>
    brotli(bytes, {
      chunkSize: pieceOf(bytes),
      params: { [c.BROTLI_PARAM_QUALITY]: brotliLevel(bytes, effort), [c.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, effort) => gzip(bytes, { chunkSize: pieceOf(bytes), level: effort === 'fast' ? 6 : 9 }),
  zstd: (bytes, effort) => zstdAt(bytes, zstdLevel(bytes, effort)),
};

/** The largest window that a client must be able to open for `dcz` (RFC 9842, 5): 8 MB or 1.25 times the dictionary. */
const maxWindow = (dictionary: Bytes): number => Math.min(Math.max(8 * 1024 * 1024, dictionary.length * 1.25), 2 ** 27);

/** The window has to span the body, or zstd forgets the dictionary half-way; a one-shot frame states no more than that. */
async function makeDelta(bytes: Bytes, dictionary: Bytes): Promise<Bytes | undefined> {
  if (bytes.length > maxWindow(dictionary)) return undefined;
  const windowLog = Math.min(27, Math.max(10, Math.ceil(Math.log2(bytes.length))));
  const params = { [c.ZSTD_c_compressionLevel]: 9, [c.ZSTD_c_windowLog]: windowLog };
  return zstd(bytes, { chunkSize: pieceOf(bytes), dictionary, params });
}

const deltas: Deltas = {
  make: makeDelta,
  pack: (bytes) => zstdAt(bytes, 3),
  unpack: (packed) => unzstd(packed, { chunkSize: 1024 * 1024 }),
};

const compress: Compressor['compress'] = (bytes, encoding, effort) => makers[encoding](bytes, effort);

/** Compression by node:zlib, on libuv's threads. */
export const nodeCompressor: Compressor = { encodings, compress, improves: true, deltas };

/**
 * The same in a Cloudflare Worker: its time is too short for the best levels, and workerd's node:zlib takes the
 * dictionary of zstd without using it (seen in workerd 1.20260730).
 */
export const workerCompressor: Compressor = { encodings, compress, improves: false, deltas: undefined };
