import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Bytes } from '#protocol/bytes.ts';
import type { SnapshotStore, StoredSnapshot } from '#relay/storage/store.ts';

/** The methods of a Workers KV namespace that the relay uses. */
export interface KvNamespace {
  readonly get: (key: string, type: 'arrayBuffer') => Promise<ArrayBuffer | null>;
  /** `expirationTtl` in seconds. */
  readonly put: (key: string, value: Bytes | string, options: { expirationTtl: number }) => Promise<void>;
}

/** Names the newest body of a source. */
const pointerSchema = z.object({
  version: z.string(),
  etag: z.optional(z.string()),
  lastModified: z.number(),
  confirmedAt: z.number(),
});

export interface KvStoreParts {
  readonly namespace: KvNamespace;
  /** The base URL of the price API that gave the answers. */
  readonly owner: string;
  readonly compress: (bytes: Bytes) => Promise<Bytes>;
  readonly decompress: (compressed: Bytes) => Promise<Bytes>;
  readonly log: (problem: string) => void;
}

export interface KvStore extends SnapshotStore {
  /** The body with this SHA-256, in base64; `undefined` for one that is absent or torn. */
  readonly loadBody: (source: string, version: string) => Promise<Bytes | undefined>;
  /** Writes a body unless it was written in the last day. A failure costs a log line. */
  readonly saveBody: (source: string, version: string, bytes: Bytes) => Promise<void>;
}

const day = 24 * 60 * 60_000;

/** A body is written again before it expires, and one that has been replaced expires by itself. */
const [rewriteMs, expirationTtl] = [day, (2 * day) / 1000];

/** KV charges for writes. `Age` overstates by this much at most in a Worker that starts without the object that polls. */
const confirmEveryMs = 10 * 60_000;

/**
 * Keeps each body in Workers KV under its own hash, and under its source which body is the newest. KV may answer with a value
 * of a minute ago; a key that never changes its value cannot be old.
 */
export function createKvStore({ namespace, owner, compress, decompress, log }: KvStoreParts): KvStore {
  const writtenAt = new Map<string, number>();
  const keyOf = (...parts: readonly string[]): string =>
    createHash('sha256')
      .update([owner, ...parts].join('\n'))
      .digest('hex');
  const save = async (source: string, { bytes, ...rest }: StoredSnapshot): Promise<void> => {
    try {
      const pointer = { ...rest, version: versionOf(bytes) };
      await namespace.put(keyOf(source), JSON.stringify(pointer), { expirationTtl });
      writtenAt.set(source, rest.confirmedAt);
    } catch {
      log('an answer could not be stored');
    }
  };
  const loadBody: KvStore['loadBody'] = async (source, version) => {
    try {
      const value = await namespace.get(keyOf(source, version), 'arrayBuffer');
      if (!value) return undefined;
      const bytes = await decompress(new Uint8Array(value));
      return versionOf(bytes) === version ? bytes : undefined;
    } catch {
      log('a stored answer is torn or foreign and is ignored');
      return undefined;
    }
  };
  return {
    loadBody,
    async saveBody(source, version, bytes) {
      const key = keyOf(source, version);
      if (Date.now() - (writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) < rewriteMs) return;
      try {
        await namespace.put(key, await compress(bytes), { expirationTtl });
        for (const [other, at] of writtenAt) if (Date.now() - at > 2 * rewriteMs) writtenAt.delete(other);
        writtenAt.set(key, Date.now());
      } catch {
        log('an answer could not be stored');
      }
    },
    async load(source) {
      try {
        const value = await namespace.get(keyOf(source), 'arrayBuffer');
        if (!value) return undefined;
        const { version, ...rest } = pointerSchema.parse(JSON.parse(new TextDecoder().decode(value)));
        const bytes = await loadBody(source, version);
        return bytes && { bytes, etag: rest.etag, lastModified: rest.lastModified, confirmedAt: rest.confirmedAt };
      } catch {
        log('a stored answer is torn or foreign and is ignored');
        return undefined;
      }
    },
    save,
    async confirm(source, stored) {
      const since = writtenAt.get(source) ?? Number.NEGATIVE_INFINITY;
      if (stored.confirmedAt - since >= confirmEveryMs) await save(source, stored);
    },
  };
}

/** As the id of a snapshot. */
const versionOf = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('base64');
