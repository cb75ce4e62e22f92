import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';
import { codeOf } from '#relay/error-code.ts';
import { tidy, writeWhole } from '#relay/storage/atomic-write.ts';
import type { Store, Stored } from '#relay/storage/store.ts';
import type { Bytes } from '#relay/upstream/body.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The small file beside a body: names it, and changes with every confirmation. */
const label = z.object({
  version: z.literal(1),
  source: z.string(),
  etag: z.optional(z.string()),
  lastModified: z.number(),
  confirmedAt: z.number(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

type Label = z.infer<typeof label>;

export interface DiskStoreParts {
  readonly folder: string;
  /** Whose answers these are, such as the base URL of the price API: another's are not found. */
  readonly owner: string;
  /** How many answers are kept; the oldest go. */
  readonly max: number;
  readonly log: (problem: string, code: string) => void;
}

/** Bytes of a piece of output, which is dropped once it is written: many small ones leave holes in memory. */
const chunkSize = 1024 * 1024;

const hexHash = async (bytes: Bytes): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
const bodyName = (id: string, sha256: string): string => `${id}.${sha256.slice(0, 16)}.zst`;

/** A store that can be waited for before the process ends, or its folder goes. */
export interface DiskStore extends Store {
  /** Takes no more answers; settles when those that it took are written. */
  readonly close: () => Promise<void>;
}

/**
 * Last good answers as files: `<id>.json` names `<id>.<hash>.zst`. Each is written to a temporary file, synced and renamed,
 * the body first, so that a label never names a body that is not whole.
 */
export function createDiskStore(parts: DiskStoreParts): DiskStore {
  const hashes = new Map<string, string>();
  let isClosed = false;
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    if (isClosed) return queue;
    queue = queue.then(work).catch((error) => parts.log('an answer could not be stored', codeOf(error)));
    return queue;
  };
  const idOf = (source: string): string =>
    createHash('sha256').update(`${parts.owner}\n${source}`).digest('hex').slice(0, 24);
  const save: Store['save'] = (source, stored) =>
    inTurn(async () => {
      const id = idOf(source);
      const sha256 = await hexHash(stored.bytes);
      await writeWhole(parts.folder, bodyName(id, sha256), await compress(stored.bytes, { chunkSize }));
      await writeLabel(parts.folder, id, source, sha256, stored);
      hashes.set(id, sha256);
      await tidy(parts.folder, parts.max, (each) => bodyNamedBy(parts.folder, each));
    });
  return {
    load: async (source) => {
      const id = idOf(source);
      const found = await load(parts, id, source);
      if (found) hashes.set(id, found.sha256);
      return found?.stored;
    },
    save,
    confirm: (source, stored) => {
      const id = idOf(source);
      const sha256 = hashes.get(id);
      return sha256 ? inTurn(() => writeLabel(parts.folder, id, source, sha256, stored)) : save(source, stored);
    },
    close() {
      isClosed = true;
      return queue;
    },
  };
}

const labelPath = (folder: string, id: string): string => join(folder, `${id}.json`);

async function bodyNamedBy(folder: string, id: string): Promise<string | undefined> {
  try {
    return bodyName(id, label.parse(JSON.parse(await readFile(labelPath(folder, id), 'utf8'))).sha256);
  } catch {
    return undefined;
  }
}

async function load(
  { folder, log }: DiskStoreParts,
  id: string,
  source: string,
): Promise<{ stored: Stored; sha256: string } | undefined> {
  const text = await readFile(labelPath(folder, id), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { sha256, etag, lastModified, confirmedAt, ...found } = label.parse(JSON.parse(text));
    const bytes = await decompress(await readFile(join(folder, bodyName(id, sha256))));
    if (found.source !== source || (await hexHash(bytes)) !== sha256) throw new Error('not what its label says');
    return { stored: { bytes, etag, lastModified, confirmedAt }, sha256 };
  } catch (error) {
    log('a stored answer is torn or foreign and is ignored', codeOf(error));
    return undefined;
  }
}

function writeLabel(folder: string, id: string, source: string, sha256: string, stored: Stored): Promise<void> {
  const { etag, lastModified, confirmedAt } = stored;
  const written: Label = { version: 1, source, sha256, lastModified, confirmedAt, ...(etag && { etag }) };
  return writeWhole(folder, `${id}.json`, JSON.stringify(written));
}
