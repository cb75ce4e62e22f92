import * as z from 'zod/mini';
import type { Bytes } from '#protocol/bytes.ts';
import type { SnapshotStore, StoredSnapshot } from '#relay/storage/store.ts';

/** The methods of a Workers KV namespace that the relay uses. */
export interface KvNamespace {
  readonly getWithMetadata: (
    key: string,
    type: 'arrayBuffer',
  ) => Promise<{ value: ArrayBuffer | null; metadata: unknown }>;
  readonly put: (key: string, value: Bytes, options: { metadata: unknown }) => Promise<void>;
}

const metadataSchema = z.object({
  version: z.literal(1),
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

/** A confirmation rewrites the whole value, and KV charges for writes. `Age` overstates by this much at most. */
const confirmEveryMs = 10 * 60_000;

/** Keeps each answer under one key of Workers KV, whose writes are atomic. */
export function createKvStore({ namespace, owner, compress, decompress, log }: KvStoreParts): SnapshotStore {
  const confirmedAtBySource = new Map<string, number>();
  const keyOf = (source: string): string => `${owner} ${source}`;
  const save = async (source: string, { bytes, ...rest }: StoredSnapshot): Promise<void> => {
    try {
      await namespace.put(keyOf(source), await compress(bytes), { metadata: { version: 1, ...rest } });
      confirmedAtBySource.set(source, rest.confirmedAt);
    } catch {
      log('an answer could not be stored');
    }
  };
  return {
    async load(source) {
      try {
        const { value, metadata } = await namespace.getWithMetadata(keyOf(source), 'arrayBuffer');
        if (!value) return undefined;
        const { etag, lastModified, confirmedAt } = metadataSchema.parse(metadata);
        const bytes = await decompress(new Uint8Array(value));
        confirmedAtBySource.set(source, confirmedAt);
        return { bytes, etag, lastModified, confirmedAt };
      } catch {
        log('a stored answer is torn or foreign and is ignored');
        return undefined;
      }
    },
    save,
    async confirm(source, stored) {
      const since = confirmedAtBySource.get(source) ?? Number.NEGATIVE_INFINITY;
      if (stored.confirmedAt - since >= confirmEveryMs) await save(source, stored);
    },
  };
}
