import * as z from 'zod/mini';
import type { Store, Stored } from '#relay/storage/store.ts';
import type { Bytes } from '#relay/upstream/body.ts';

/** The part of a Workers KV namespace that the relay uses. */
export interface KvNamespace {
  readonly getWithMetadata: (
    key: string,
    type: 'arrayBuffer',
  ) => Promise<{ value: ArrayBuffer | null; metadata: unknown }>;
  readonly put: (key: string, value: Bytes, options: { metadata: unknown }) => Promise<void>;
}

const metadata = z.object({
  version: z.literal(1),
  etag: z.optional(z.string()),
  lastModified: z.number(),
  confirmedAt: z.number(),
});

export interface KvStoreParts {
  readonly namespace: KvNamespace;
  /** Whose answers these are: the base URL of the price API. */
  readonly owner: string;
  readonly pack: (bytes: Bytes) => Promise<Bytes>;
  readonly unpack: (packed: Bytes) => Promise<Bytes>;
  readonly log: (problem: string) => void;
}

/** A confirmation rewrites the whole value, and KV counts writes: one in ten minutes is enough to bound what `Age` overstates. */
const confirmEveryMs = 10 * 60_000;

/** Last good answers in Workers KV, one key each; a write there is whole or not at all. */
export function createKvStore({ namespace, owner, pack, unpack, log }: KvStoreParts): Store {
  const confirmed = new Map<string, number>();
  const nameOf = (source: string): string => `${owner} ${source}`;
  const save = async (source: string, { bytes, ...rest }: Stored): Promise<void> => {
    try {
      await namespace.put(nameOf(source), await pack(bytes), { metadata: { version: 1, ...rest } });
      confirmed.set(source, rest.confirmedAt);
    } catch {
      log('an answer could not be stored');
    }
  };
  return {
    async load(source) {
      try {
        const { value, metadata: found } = await namespace.getWithMetadata(nameOf(source), 'arrayBuffer');
        if (!value) return undefined;
        const { etag, lastModified, confirmedAt } = metadata.parse(found);
        const bytes = await unpack(new Uint8Array(value));
        confirmed.set(source, confirmedAt);
        return { bytes, etag, lastModified, confirmedAt };
      } catch {
        log('a stored answer is torn or foreign and is ignored');
        return undefined;
      }
    },
    save,
    async confirm(source, stored) {
      const since = confirmed.get(source) ?? Number.NEGATIVE_INFINITY;
      if (stored.confirmedAt - since >= confirmEveryMs) await save(source, stored);
    },
  };
}
