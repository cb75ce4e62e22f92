import * as z from 'zod/mini';
import type { Detail } from '#core/detail.ts';
import type { MarketId } from '#core/markets.ts';
import { normaliseName } from '#core/names.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import { hashName } from '#prices/table/name-hash.ts';

/**
 * Where a market's details are kept: cut into shelves by the name's hash, so that one item costs one small read and
 * no market is ever in memory whole but while it is fetched. Beside the hot table, in a store of its own.
 */
const shelves = 64;

const about = z.object({
  relay: z.string(),
  etag: z.optional(z.string()),
  /** The time of the data, ms since the epoch. */
  updatedAt: z.number(),
  items: z.number(),
});

/** What is known of a market's stored answer. */
export type ShelvedMarket = z.infer<typeof about>;

const detail = z.object({
  price: z.number(),
  avg7: z.optional(z.number()),
  avg30: z.optional(z.number()),
  count: z.optional(z.number()),
  inflated: z.boolean(),
  updatedAt: z.optional(z.number()),
  link: z.optional(z.string()),
});

const aboutKey = (market: MarketId): string => `${market}/about`;
const shelfKey = (market: MarketId, shelf: number): string => `${market}/${shelf}`;

function shelfOf(key: string): number {
  const hash = new Uint32Array(3);
  hashName(key, hash);
  return (hash[0] ?? 0) % shelves;
}

/** Replaces all that is kept of a market, in one write. Rejects when the storage refuses. */
export async function shelve(
  store: Store,
  market: MarketId,
  details: ReadonlyMap<string, Detail>,
  of: ShelvedMarket,
): Promise<void> {
  const sorted = Array.from({ length: shelves }, (): [string, Detail][] => []);
  for (const [name, one] of details) {
    const key = normaliseName(name);
    sorted[shelfOf(key)]?.push([key, one]);
  }
  const entries = sorted.map((rows, shelf) => [shelfKey(market, shelf), JSON.stringify(rows)]);
  await store.write({ ...Object.fromEntries(entries), [aboutKey(market)]: of });
}

/** What is kept of several markets; `undefined` for a market of which there is nothing usable. */
export async function shelved(store: Store, ids: readonly MarketId[]): Promise<(ShelvedMarket | undefined)[]> {
  const stored = await store.read(ids.map(aboutKey));
  return stored.map((one) => about.safeParse(one).data);
}

/** One item's details in several markets. */
export async function findDetails(
  store: Store,
  ids: readonly MarketId[],
  name: string,
): Promise<(Detail | undefined)[]> {
  const key = normaliseName(name);
  const stored = await store.read(ids.map((id) => shelfKey(id, shelfOf(key))));
  return stored.map((shelf) => findOn(shelf, key));
}

/** Every item that is kept of a market, by normalised name; names that cannot be told apart are left out. */
export async function wholeMarket(store: Store, market: MarketId): Promise<(readonly [string, Detail])[]> {
  const stored = await store.read(Array.from({ length: shelves }, (_, shelf) => shelfKey(market, shelf)));
  const rows = stored.flatMap((shelf) => readShelf(shelf));
  const counts = Map.groupBy(rows, ([key]) => key);
  return rows.filter(([key]) => counts.get(key)?.length === 1);
}

const shelfRows = z.array(z.tuple([z.string(), detail]));

const readShelf = (shelf: unknown) =>
  (typeof shelf === 'string' ? shelfRows.safeParse(JSON.parse(shelf)).data : undefined) ?? [];

/** Two names that normalise alike and are both on the shelf cannot be told apart: then neither is known. */
function findOn(shelf: unknown, key: string): Detail | undefined {
  if (typeof shelf !== 'string') return undefined;
  const rows: unknown = JSON.parse(shelf);
  const found = Array.isArray(rows) ? rows.filter((row) => Array.isArray(row) && row[0] === key) : [];
  return found.length === 1 ? detail.safeParse(found[0]?.[1]).data : undefined;
}
