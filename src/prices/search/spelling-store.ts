import { nearKey } from '#core/names.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import type { FindSpellings } from '#prices/table/loaded-table.ts';
import { bucketOf } from '#prices/table/name-hash.ts';

/**
 * The names of a table in buckets by their hash: one name that a site respells costs one small read. The table itself
 * holds hashes only.
 */
const bucketCount = 64;

const bucketKey = (bucket: number): string => `spellings/${bucket}`;

/** Entries of the store that hold the names, one a line. */
export function toSpellingEntries(names: readonly string[]): Readonly<Record<string, string>> {
  const buckets = Array.from({ length: bucketCount }, (): string[] => []);
  for (const name of names) buckets[bucketOf(name, bucketCount)]?.push(name);
  return Object.fromEntries(buckets.map((bucket, at) => [bucketKey(at), bucket.join('\n')]));
}

export interface StoredSpellings {
  /** In order; `undefined` where none or more than one of the stored names comes near. */
  readonly names: Awaited<ReturnType<FindSpellings>>;
  /** Whether names are stored. */
  readonly isStored: boolean;
}

/** The stored names that come near the given ones. Rejects when the storage is broken. */
export async function findStoredSpellings(store: KeyValueStore, names: readonly string[]): Promise<StoredSpellings> {
  const keys = [...new Set(names.map((name) => bucketKey(bucketOf(name, bucketCount))))];
  const buckets = await store.read(keys);
  const stored = Map.groupBy(
    buckets.flatMap((bucket) => (typeof bucket === 'string' ? bucket.split('\n') : [])),
    nearKey,
  );
  return {
    names: names.map((name) => {
      const near = stored.get(nearKey(name)) ?? [];
      return near.length === 1 ? near[0] : undefined;
    }),
    isStored: buckets.every((bucket) => typeof bucket === 'string'),
  };
}
