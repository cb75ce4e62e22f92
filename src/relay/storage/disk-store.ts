import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';
import type { Bytes } from '#protocol/bytes.ts';
import { errorCode } from '#relay/error-code.ts';
import { removeOldFiles, writeAtomically } from '#relay/storage/atomic-write.ts';
import { createDiskQueue } from '#relay/storage/disk-queue.ts';
import type { SnapshotStore, StoredSnapshot } from '#relay/storage/store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The file `<id>.json`: names the body, and changes with every confirmation. */
const metadataSchema = z.object({
  version: z.literal(1),
  source: z.string(),
  etag: z.optional(z.string()),
  lastModified: z.number(),
  confirmedAt: z.number(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

type SnapshotMetadata = z.infer<typeof metadataSchema>;

export interface DiskStoreParts {
  readonly folder: string;
  /** The base URL of the price API that gave the answers; answers of another one are not found. */
  readonly owner: string;
  /** The sources whose answers are never removed. */
  readonly keep: Iterable<string>;
  /** How many other answers are kept; the oldest are removed. */
  readonly max: number;
  /** Longest time for one answer to be read or written, in ms. */
  readonly timeoutMs: number;
  readonly log: (problem: string, code: string) => void;
}

/** Output buffers in bytes: many small ones fragment the heap. */
const chunkSize = 1024 * 1024;

const hexHash = async (bytes: Bytes): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
const bodyName = (id: string, sha256: string): string => `${id}.${sha256.slice(0, 16)}.zst`;

export interface DiskSnapshotStore extends SnapshotStore {
  /** Accepts no more answers; settles when the accepted ones are written, or the disk does not answer. */
  readonly close: () => Promise<void>;
}

/** Keeps each answer in two files: `<id>.json` names `<id>.<hash>.zst`. The body is written first, so its name is never early. */
export function createDiskStore(parts: DiskStoreParts): DiskSnapshotStore {
  const hashes = new Map<string, string>();
  let isClosed = false;
  let written: Promise<void> = Promise.resolve();
  const [reads, writes] = [createDiskQueue(parts.timeoutMs), createDiskQueue(parts.timeoutMs)];
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    if (isClosed) return written;
    written = writes.run(work).catch((error) => parts.log('an answer could not be stored', errorCode(error)));
    return written;
  };
  const idOf = (source: string): string =>
    createHash('sha256').update(`${parts.owner}\n${source}`).digest('hex').slice(0, 24);
  const keptIds = new Set([...parts.keep].map(idOf));
  const save: SnapshotStore['save'] = (source, stored) =>
    enqueue(async () => {
      const id = idOf(source);
      const sha256 = await hexHash(stored.bytes);
      await writeAtomically(parts.folder, bodyName(id, sha256), await compress(stored.bytes, { chunkSize }));
      await writeMetadata(parts.folder, id, source, sha256, stored);
      hashes.set(id, sha256);
      const { folder, max } = parts;
      await removeOldFiles({ folder, max, keptIds, bodyNameOf: (other) => bodyNameInMetadata(folder, other) });
    });
  return {
    load: async (source) => {
      const id = idOf(source);
      try {
        const found = await reads.run(() => load(parts, id, source));
        if (found) hashes.set(id, found.sha256);
        return found?.stored;
      } catch (error) {
        parts.log('a stored answer could not be read', errorCode(error));
        return undefined;
      }
    },
    save,
    confirm: (source, stored) => {
      const id = idOf(source);
      const sha256 = hashes.get(id);
      return sha256 ? enqueue(() => writeMetadata(parts.folder, id, source, sha256, stored)) : save(source, stored);
    },
    close() {
      isClosed = true;
      return written;
    },
    isStalled: () => reads.isStalled() || writes.isStalled(),
  };
}

const metadataPath = (folder: string, id: string): string => join(folder, `${id}.json`);

async function bodyNameInMetadata(folder: string, id: string): Promise<string | undefined> {
  try {
    return bodyName(id, metadataSchema.parse(JSON.parse(await readFile(metadataPath(folder, id), 'utf8'))).sha256);
  } catch {
    return undefined;
  }
}

async function load(
  { folder, log }: DiskStoreParts,
  id: string,
  source: string,
): Promise<{ stored: StoredSnapshot; sha256: string } | undefined> {
  const text = await readFile(metadataPath(folder, id), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { sha256, etag, lastModified, confirmedAt, ...found } = metadataSchema.parse(JSON.parse(text));
    const bytes = await decompress(await readFile(join(folder, bodyName(id, sha256))));
    if (found.source !== source || (await hexHash(bytes)) !== sha256)
      throw new Error('the body does not match its metadata');
    return { stored: { bytes, etag, lastModified, confirmedAt }, sha256 };
  } catch (error) {
    log('a stored answer is torn or foreign and is ignored', errorCode(error));
    return undefined;
  }
}

function writeMetadata(
  folder: string,
  id: string,
  source: string,
  sha256: string,
  stored: StoredSnapshot,
): Promise<void> {
  const { etag, lastModified, confirmedAt } = stored;
  const written: SnapshotMetadata = { version: 1, source, sha256, lastModified, confirmedAt, ...(etag && { etag }) };
  return writeAtomically(folder, `${id}.json`, JSON.stringify(written));
}
