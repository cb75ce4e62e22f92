import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Bytes } from '#protocol/bytes.ts';

/** Content codings that need no dictionary (RFC 9110, 8.4). The first is preferred among equally accepted ones. */
export const encodings = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

const c = zlib.constants;
const brotli = promisify<Bytes, zlib.BrotliOptions, Bytes>(zlib.brotliCompress);
const gzip = promisify<Bytes, zlib.ZlibOptions, Bytes>(zlib.gzip);
const zstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdCompress);
const unzstd = promisify<Bytes, zlib.ZstdOptions, Bytes>(zlib.zstdDecompress);

/** Hundreds of small output buffers fragment the heap, and a large one for a small body would be kept whole. */
const chunkSizeOf = (bytes: Bytes): number => Math.min(1024 * 1024, Math.max(16 * 1024, Math.round(bytes.length / 16)));

/** 11 MB take brotli's level 7 a third of a second and 774 kB, level 9 twice the time and 3 % less, level 11 30 s. */
export async function compress(bytes: Bytes, encoding: Encoding): Promise<Bytes> {
  const chunkSize = chunkSizeOf(bytes);
  if (encoding === 'gzip') return gzip(bytes, { chunkSize, level: 6 });
  if (encoding === 'zstd') return archive(bytes);
  const params = { [c.BROTLI_PARAM_QUALITY]: 7, [c.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { chunkSize, params });
}

/** An earlier body, as it is kept to be a dictionary. */
export const archive = (bytes: Bytes): Promise<Bytes> =>
  zstd(bytes, { chunkSize: chunkSizeOf(bytes), params: { [c.ZSTD_c_compressionLevel]: 3 } });

export const restore = (archived: Bytes): Promise<Bytes> => unzstd(archived, { chunkSize: 1024 * 1024 });

/** The largest window that a client must support for `dcz` (RFC 9842, 5): 8 MB or 1.25 times the dictionary. */
const maxWindow = (dictionary: Bytes): number => Math.min(Math.max(8 * 1024 * 1024, dictionary.length * 1.25), 2 ** 27);

/** The window must span the body, else zstd loses the dictionary half-way; `undefined` if clients may refuse it. */
export async function compressDelta(bytes: Bytes, dictionary: Bytes): Promise<Bytes | undefined> {
  if (bytes.length > maxWindow(dictionary)) return undefined;
  const windowLog = Math.min(27, Math.max(10, Math.ceil(Math.log2(bytes.length))));
  const params = { [c.ZSTD_c_compressionLevel]: 9, [c.ZSTD_c_windowLog]: windowLog };
  return zstd(bytes, { chunkSize: chunkSizeOf(bytes), dictionary, params });
}
