import * as z from 'zod/mini';
import { wearOf, wears } from '#core/wears.ts';
import { search } from '#prices/search/search.ts';
import { buildIndex, type SearchIndex } from '#prices/search/search-index.ts';
import { findStoredSpellings, toSpellingEntries } from '#prices/search/spelling-store.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import type { FindSpellings } from '#prices/table/loaded-table.ts';
import type { SearchUnavailable } from '#protocol/messages.ts';

export interface NameStoreParts {
  /** A separate store: more data beside the table slows each start of the worker. */
  readonly store: KeyValueStore;
  /** Calls a function once after so many ms. Returns a function that cancels the call. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called when a search, or a name in another spelling, finds no usable stored names; at most once. */
  readonly onMissing: () => void;
  /** Liquidity of each name, 0 to 327; `undefined`: not known. Called with all names when search loads them. */
  readonly liquidity: (names: readonly string[]) => Promise<readonly (number | undefined)[]>;
}

type FoundNames =
  | { readonly state: 'found'; readonly names: readonly string[] }
  | { readonly state: 'unavailable'; readonly reason: SearchUnavailable };

/**
 * Stores the names of all items as the table spells them: compressed for the search, whose index is loaded only while
 * somebody searches, and in small buckets for names that a site spells otherwise.
 */
export interface NameStore {
  /**
   * Stores the names of a new table, unless the same names are stored. Never rejects.
   * @param fingerprint of the names (`fingerprintOf`)
   */
  readonly save: (names: readonly string[], fingerprint: string) => Promise<void>;
  /** At most `limit` names, best match first. An empty query only loads the index. Never rejects. */
  readonly search: (query: string, limit: number) => Promise<FoundNames>;
  /** Waits for names that are being stored. */
  readonly findSpellings: FindSpellings;
}

export const namesKey = 'names';
/** A fingerprint of the stored names, under its own key because reading the names takes time. */
export const fingerprintKey = 'names-kept';
/** Part of the fingerprint: names that an older version stored are stored again. */
const storeFormat = 2;
/** The index (some MB) is dropped after so long without a search. */
export const idleMs = 3 * 60_000;

/** A function, because the worker rarely needs the schema. */
const storedNames = () => z.object({ count: z.number(), bytes: z.instanceof(ArrayBuffer) });

/** The extension has one instance. */
export function createNameStore({ store, after, onMissing, liquidity }: NameStoreParts): NameStore {
  let loading: Promise<SearchIndex | undefined> | undefined;
  let hasProblem = false;
  let hasReportedMissing = false;
  let cancelDrop = () => {};
  let saving: Promise<void> = Promise.resolve();

  const drop = () => {
    loading = undefined;
  };

  const index = () => {
    cancelDrop();
    cancelDrop = after(idleMs, drop);
    loading ??= loadIndex(store, liquidity);
    return loading;
  };

  const save = async (names: readonly string[], fingerprint: string) => {
    try {
      if (await saveIfChanged(store, names, `${storeFormat}-${fingerprint}`)) drop();
      hasProblem = false;
    } catch {
      hasProblem = true;
    }
  };

  const reportMissing = () => {
    if (!hasReportedMissing) onMissing();
    hasReportedMissing = true;
  };

  return {
    save: (names, fingerprint) => {
      saving = save(names, fingerprint);
      return saving;
    },
    findSpellings: async (names) => {
      await saving;
      const found = await findStoredSpellings(store, names).catch(() => undefined);
      if (found?.isStored === false && !hasProblem) reportMissing();
      return found?.names ?? names.map(() => undefined);
    },
    search: async (query, limit) => {
      const loaded = await index().catch(() => 'refused' as const);
      if (typeof loaded === 'object') return { state: 'found', names: search(loaded, query, limit) };
      drop();
      const isRefused = hasProblem || loaded === 'refused';
      if (!isRefused) reportMissing();
      return { state: 'unavailable', reason: isRefused ? 'storage' : 'none' };
    },
  };
}

/** Returns whether it stored the names. Rejects when the storage refuses. */
async function saveIfChanged(store: KeyValueStore, priced: readonly string[], fingerprint: string): Promise<boolean> {
  const [stored] = await store.read([fingerprintKey]);
  if (stored === fingerprint) return false;
  const names = inSearchOrder(new Set(priced));
  const bytes = await gzip(names);
  // One write, so that names and fingerprint always match.
  const spellings = toSpellingEntries(names);
  await store.write({ ...spellings, [namesKey]: { count: names.length, bytes }, [fingerprintKey]: fingerprint });
  return true;
}

/** `undefined` without stored names. Deletes damaged names. Rejects when the storage is broken. */
async function loadIndex(
  store: KeyValueStore,
  liquidity: NameStoreParts['liquidity'],
): Promise<SearchIndex | undefined> {
  const names = await readNames(store);
  if (names === undefined) return undefined;
  if (names.length > 0) return buildIndex(names, await liquidity(names).catch(() => []));
  await store.write({ [namesKey]: null, [fingerprintKey]: null });
  return undefined;
}

/**
 * All stored names, in the order of the search; `undefined` without any, and none when they are damaged. Rejects when
 * the storage is broken.
 */
export async function readNames(store: KeyValueStore): Promise<readonly string[] | undefined> {
  const [stored] = await store.read([namesKey]);
  if (stored === undefined || stored === null) return undefined;
  const parsed = storedNames().safeParse(stored);
  const names = parsed.success ? await gunzip(parsed.data.bytes).catch(() => []) : [];
  return parsed.success && names.length === parsed.data.count ? names : [];
}

/** Compresses names, one a line. Gzip's checksum reveals damage. */
export async function gzip(names: readonly string[]): Promise<ArrayBuffer> {
  const text = new Blob([names.join('\n')]).stream();
  return new Response(text.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** Decompresses names. Rejects when the bytes are damaged or cut short. */
export async function gunzip(bytes: ArrayBuffer): Promise<string[]> {
  const zipped = new Blob([bytes]).stream();
  const text = await new Response(zipped.pipeThrough(new DecompressionStream('gzip'))).text();
  return text.split('\n').filter(Boolean);
}

/** Sorts names as search lists equal matches: by the name without its wear, then the best wear first. */
export function inSearchOrder(names: Iterable<string>): string[] {
  const keyed = Array.from(names, (name) => ({ name, key: sortKey(name) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ name }) => name);
}

function sortKey(name: string): string {
  const wear = wearOf(name);
  return wear ? `${name.slice(0, -wear.length - 1)}${wears.indexOf(wear)})` : name;
}
