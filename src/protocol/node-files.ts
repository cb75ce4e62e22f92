import { readFile } from 'node:fs/promises';
import { getAsset, getRawAsset } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Scheme of a file that a packed server carries inside. The packing step (src/build/relay/bundle-relay.ts) writes these
 * addresses in place of those that the sources build from a literal path and their own address.
 */
const embedded = 'embedded:';

/** @param url a literal path on the address of the calling module, which the packing step recognises */
export const readOwnFile = async (url: URL): Promise<Buffer> =>
  url.protocol === embedded ? Buffer.from(getRawAsset(url.pathname)) : readFile(url);

/**
 * Starts a thread from a module of the sources, from the disk or out of the packed server. Its environment keeps only the
 * compile cache of this process's: no key, and types are not stripped from its modules anew for each thread.
 * @param url a literal path on the address of the calling module, which the packing step recognises
 */
export const startThread = (url: URL, options: ThreadOptions): Worker =>
  url.protocol === embedded
    ? new Worker(getAsset(url.pathname, 'utf8'), { ...options, env: {}, eval: true })
    : new Worker(url, { ...options, env: compileCache() });

type ThreadOptions = Pick<WorkerOptions, 'workerData' | 'resourceLimits'>;

function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
