import * as z from 'zod/mini';
import { normaliseName } from '#core/names.ts';
import { readWear, wears } from '#core/wears.ts';
import { search } from '#prices/search/search.ts';
import { buildIndex, type SearchIndex } from '#prices/search/search-index.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import { hashName } from '#prices/table/name-hash.ts';
import type { SearchUnavailable } from '#protocol/messages.ts';

export interface NamesParts {
  /** A store of its own: what lies beside the hot table slows each wake-up. */
  readonly store: Store;
  /** Runs something once after so many ms; answers with what stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Somebody searches, and no usable names are kept. Called once in the owner's life. */
  readonly onMissing: () => void;
}

type FoundNames =
  | { readonly state: 'found'; readonly names: readonly string[] }
  | { readonly state: 'unavailable'; readonly reason: SearchUnavailable };

/** The owner of the names: keeps them compressed, and prepares them for search only while somebody searches. */
export interface Names {
  /** Keeps the names of a new table, unless just these are kept. Never rejects. */
  readonly keep: (names: readonly string[]) => Promise<void>;
  /** At most `limit` names, best first. An empty query only makes ready. Never rejects. */
  readonly search: (query: string, limit: number) => Promise<FoundNames>;
}

export const namesKey = 'names';
/** Which names are kept, beside them, because the names themselves take time to read. */
export const keptKey = 'names-kept';
/** Nobody searched for so long: the prepared names are dropped, some MB. */
export const idleMs = 3 * 60_000;

/** Made when it is needed: a worker wakes up for other things. */
const storedNames = () => z.object({ count: z.number(), bytes: z.instanceof(ArrayBuffer) });

/** Creates the owner; one an extension. */
export function createNames({ store, after, onMissing }: NamesParts): Names {
  let loading: Promise<SearchIndex | undefined> | undefined;
  let problem = false;
  let hasAsked = false;
  let stopIdling = () => {};

  const drop = () => {
    loading = undefined;
  };

  const index = () => {
    stopIdling();
    stopIdling = after(idleMs, drop);
    loading ??= load(store);
    return loading;
  };

  return {
    keep: async (names) => {
      try {
        if (await writeDown(store, names)) drop();
        problem = false;
      } catch {
        problem = true;
      }
    },
    search: async (query, limit) => {
      const loaded = await index().catch(() => 'refused' as const);
      if (typeof loaded === 'object') return { state: 'found', names: search(loaded, query, limit) };
      drop();
      const refused = problem || loaded === 'refused';
      if (!refused && !hasAsked) onMissing();
      hasAsked ||= !refused;
      return { state: 'unavailable', reason: refused ? 'storage' : 'none' };
    },
  };
}

/** Writes the names down unless just these are kept; answers whether it did. Rejects when the storage refuses. */
async function writeDown(store: Store, priced: readonly string[]): Promise<boolean> {
  const print = fingerprint(priced);
  const [kept] = await store.read([keptKey]);
  if (kept === print) return false;
  const names = inSearchOrder(new Set(priced.map(normaliseName)));
  const bytes = await gzip(names);
  // One write: what tells which names are kept never stands beside others.
  await store.write({ [namesKey]: { count: names.length, bytes }, [keptKey]: print });
  return true;
}

/** Tells sets of names apart, whatever their order. */
function fingerprint(names: readonly string[]): string {
  const hash = new Uint32Array(3);
  const sums = new Uint32Array(3);
  let count = 0;
  for (const name of names) {
    hashName(name, hash);
    for (let at = 0; at < 3; at++) sums[at] = (sums[at] ?? 0) + (hash[at] ?? 0);
    count++;
  }
  return [count, ...sums].map((part) => part.toString(16)).join('-');
}

/** `undefined` when no names are kept, or damaged ones, which are then forgotten. Rejects when the storage is broken. */
async function load(store: Store): Promise<SearchIndex | undefined> {
  const [stored] = await store.read([namesKey]);
  if (stored === undefined || stored === null) return undefined;
  const parsed = storedNames().safeParse(stored);
  const names = parsed.success ? await gunzip(parsed.data.bytes).catch(() => []) : [];
  if (parsed.success && names.length > 0 && names.length === parsed.data.count) return buildIndex(names);
  await store.write({ [namesKey]: null, [keptKey]: null });
  return undefined;
}

/** Gzip of one name a line. Its checksum reveals a damaged copy. */
export async function gzip(names: readonly string[]): Promise<ArrayBuffer> {
  const text = new Blob([names.join('\n')]).stream();
  return new Response(text.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

/** The names of a gzip. Rejects when the bytes are damaged or cut short. */
export async function gunzip(bytes: ArrayBuffer): Promise<string[]> {
  const zipped = new Blob([bytes]).stream();
  const text = await new Response(zipped.pipeThrough(new DecompressionStream('gzip'))).text();
  return text.split('\n').filter(Boolean);
}

const lastBracket = / \(([^()]*)\)$/;

/** Sorts names as search lists equal matches: by the name without its wear, then the best wear first. */
export function inSearchOrder(names: Iterable<string>): string[] {
  const keyed = Array.from(names, (name) => ({ name, key: sortKey(name) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ name }) => name);
}

function sortKey(name: string): string {
  const wear = readWear(lastBracket.exec(name)?.[1] ?? '');
  return wear ? name.replace(lastBracket, ` (${wears.indexOf(wear)})`) : name;
}
