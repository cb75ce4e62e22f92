import * as z from 'zod/mini';
import type { Detail } from '#core/detail.ts';
import { type Guard, isBoolean, isFiniteNumber, isObjectOf, isString, optional } from '#core/guards.ts';
import type { MarketId } from '#core/markets.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import { bucketOf } from '#prices/table/name-hash.ts';

/**
 * A market's details are stored in buckets by the hash of the name: one item costs one small read, and a whole market
 * is in memory only while it is fetched.
 */
const bucketCount = 64;
/** Buckets that are read at once where all are: between two groups others get their turn. */
const bucketsAtOnce = 8;

const storedMarket = z.object({
  /** Names are stored as the feed spells them. Earlier versions respelled them, and their details count as none. */
  names: z.literal('exact'),
  relay: z.string(),
  etag: z.optional(z.string()),
  /** The time of the data, ms since the epoch. */
  updatedAt: z.number(),
  /** The time that the relay's header gave them. */
  statedAt: z.optional(z.number()),
  items: z.number(),
  /** The prices are made up: a relay without a key sent them. */
  sample: z.optional(z.boolean()),
});

/** Information about the stored details of a market. */
export type StoredMarket = Omit<z.infer<typeof storedMarket>, 'names'>;

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

/** Replaces the details of a market in one write. Rejects when the storage refuses. */
export async function saveDetails(
  store: KeyValueStore,
  market: MarketId,
  details: ReadonlyMap<string, Detail>,
  about: StoredMarket,
): Promise<void> {
  const buckets = Array.from({ length: bucketCount }, (): [string, Detail][] => []);
  for (const [name, one] of details) buckets[bucketOf(name, bucketCount)]?.push([name, one]);
  const entries = buckets.map((rows, bucket) => [bucketKey(market, bucket), JSON.stringify(rows)]);
  await store.write({ ...Object.fromEntries(entries), [marketKey(market)]: { ...about, names: 'exact' } });
}

/** In the order of `ids`; `undefined` for a market without usable data. */
export async function readStoredMarkets(
  store: KeyValueStore,
  ids: readonly MarketId[],
): Promise<(StoredMarket | undefined)[]> {
  const stored = await store.read(ids.map(marketKey));
  return stored.map((value) => storedMarket.safeParse(value).data);
}

/** The details of an item of exactly this name on several markets, in the order of `ids`. */
export async function findDetails(
  store: KeyValueStore,
  ids: readonly MarketId[],
  name: string,
): Promise<(Detail | undefined)[]> {
  const bucket = bucketOf(name, bucketCount);
  const [about, buckets] = await Promise.all([
    readStoredMarkets(store, ids),
    store.read(ids.map((id) => bucketKey(id, bucket))),
  ]);
  return buckets.map((rows, at) => (about[at] ? findInBucket(rows, name) : undefined));
}

/** All details of a market by name. The caller has read that they are usable (`readStoredMarkets`). */
export async function readAllDetails(store: KeyValueStore, market: MarketId): Promise<(readonly [string, Detail])[]> {
  const keys = Array.from({ length: bucketCount }, (_, bucket) => bucketKey(market, bucket));
  return (await store.read(keys)).flatMap(parseBucket);
}

const bucketRows = z.array(z.tuple([z.string(), detail]));

const parseBucket = (bucket: unknown) =>
  (typeof bucket === 'string' ? bucketRows.safeParse(JSON.parse(bucket)).data : undefined) ?? [];

/**
 * Calls back for each item of a market, bucket by bucket, so that one bucket is in memory at a time. A row of another
 * shape is left out. Checks by hand: a schema takes several times as long for a market's 40,000 items.
 */
export async function forEachDetail(
  store: KeyValueStore,
  market: MarketId,
  each: (name: string, detail: Detail) => void,
): Promise<void> {
  const keys = Array.from({ length: bucketCount }, (_, bucket) => bucketKey(market, bucket));
  const groups = keys.flatMap((_, at) => (at % bucketsAtOnce === 0 ? [keys.slice(at, at + bucketsAtOnce)] : []));
  for (const group of groups)
    for (const bucket of await store.read(group)) {
      const rows: unknown = typeof bucket === 'string' ? JSON.parse(bucket) : [];
      for (const row of Array.isArray(rows) ? rows : [])
        if (Array.isArray(row) && typeof row[0] === 'string' && isDetail(row[1])) each(row[0], row[1]);
    }
}

const isDetail: Guard<Detail> = isObjectOf<Detail>({
  price: isFiniteNumber,
  avg7: optional(isFiniteNumber),
  avg30: optional(isFiniteNumber),
  count: optional(isFiniteNumber),
  inflated: isBoolean,
  updatedAt: optional(isFiniteNumber),
  link: optional(isString),
});

/** The details of a name. Parses only the row it returns. */
function findInBucket(bucket: unknown, name: string): Detail | undefined {
  if (typeof bucket !== 'string') return undefined;
  const rows: unknown = JSON.parse(bucket);
  const found: unknown = Array.isArray(rows) ? rows.find((row) => Array.isArray(row) && row[0] === name) : undefined;
  return Array.isArray(found) ? detail.safeParse(found[1]).data : undefined;
}
