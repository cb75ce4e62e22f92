import * as z from 'zod/mini';
import type { Detail } from '#core/detail.ts';
import type { MarketId } from '#core/markets.ts';
import { normaliseName } from '#core/names.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import { hashName } from '#prices/table/name-hash.ts';

/**
 * A market's details are stored in buckets by the hash of the name: one item costs one small read, and a whole market
 * is in memory only while it is fetched.
 */
const bucketCount = 64;

const storedMarket = z.object({
  relay: z.string(),
  etag: z.optional(z.string()),
  /** The time of the data, ms since the epoch. */
  updatedAt: z.number(),
  items: z.number(),
  /** The prices are made up: a relay without a key sent them. */
  sample: z.optional(z.boolean()),
});

/** Information about the stored details of a market. */
export type StoredMarket = z.infer<typeof storedMarket>;

const detail = z.object({
  price: z.number(),
  avg7: z.optional(z.number()),
  avg30: z.optional(z.number()),
  count: z.optional(z.number()),
  inflated: z.boolean(),
  updatedAt: z.optional(z.number()),
  link: z.optional(z.string()),
});

const marketKey = (market: MarketId): string => `${market}/about`;
const bucketKey = (market: MarketId, bucket: number): string => `${market}/${bucket}`;

function bucketOf(name: string): number {
  const hash = new Uint32Array(3);
  hashName(name, hash);
  return (hash[0] ?? 0) % bucketCount;
}

/** Replaces the details of a market in one write. Rejects when the storage refuses. */
export async function saveDetails(
  store: KeyValueStore,
  market: MarketId,
  details: ReadonlyMap<string, Detail>,
  about: StoredMarket,
): Promise<void> {
  const buckets = Array.from({ length: bucketCount }, (): [string, Detail][] => []);
  for (const [name, one] of details) {
    const key = normaliseName(name);
    buckets[bucketOf(key)]?.push([key, one]);
  }
  const entries = buckets.map((rows, bucket) => [bucketKey(market, bucket), JSON.stringify(rows)]);
  await store.write({ ...Object.fromEntries(entries), [marketKey(market)]: about });
}

/** In the order of `ids`; `undefined` for a market without usable data. */
export async function readStoredMarkets(
  store: KeyValueStore,
  ids: readonly MarketId[],
): Promise<(StoredMarket | undefined)[]> {
  const stored = await store.read(ids.map(marketKey));
  return stored.map((value) => storedMarket.safeParse(value).data);
}

/** One item's details on several markets, in the order of `ids`. */
export async function findDetails(
  store: KeyValueStore,
  ids: readonly MarketId[],
  name: string,
): Promise<(Detail | undefined)[]> {
  const key = normaliseName(name);
  const stored = await store.read(ids.map((id) => bucketKey(id, bucketOf(key))));
  return stored.map((bucket) => findInBucket(bucket, key));
}

/** All details of a market by normalised name, without ambiguous names. */
export async function readAllDetails(store: KeyValueStore, market: MarketId): Promise<(readonly [string, Detail])[]> {
  const keys = Array.from({ length: bucketCount }, (_, bucket) => bucketKey(market, bucket));
  const rows = (await store.read(keys)).flatMap(parseBucket);
  const counts = Map.groupBy(rows, ([key]) => key);
  return rows.filter(([key]) => counts.get(key)?.length === 1);
}

const bucketRows = z.array(z.tuple([z.string(), detail]));

const parseBucket = (bucket: unknown) =>
  (typeof bucket === 'string' ? bucketRows.safeParse(JSON.parse(bucket)).data : undefined) ?? [];

/** The details of a name; `undefined` also for two rows of the same normalised name. Parses only the row it returns. */
function findInBucket(bucket: unknown, key: string): Detail | undefined {
  if (typeof bucket !== 'string') return undefined;
  const rows: unknown = JSON.parse(bucket);
  const found = Array.isArray(rows) ? rows.filter((row) => Array.isArray(row) && row[0] === key) : [];
  return found.length === 1 ? detail.safeParse(found[0]?.[1]).data : undefined;
}
