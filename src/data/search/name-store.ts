import { createMutex } from '#core/asks/concurrency.ts';
import { withTimeout } from '#core/asks/timeout.ts';
import { search } from '#core/search/search.ts';
import { buildIndex, inSearchOrder, type SearchIndex } from '#core/search/search-index.ts';
import type { LoadedTable, ReadNames } from '#data/catalogue/loaded-table.ts';
import { appendNames, hasNames, readNames, readSomeNames } from '#data/catalogue/stored-names.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import type { SearchUnavailable } from '#protocol/messages.ts';

export interface NameStoreDeps {
  /** A separate store: more data beside the table slows each start of the worker. */
  readonly store: KeyValueStore;
  /** Called when a search, or a name in another spelling, finds no usable stored names; at most once. */
  readonly onMissing: () => void;
  readonly table: () => Promise<LoadedTable | undefined>;
}

type FoundNames =
  | { readonly state: 'found'; readonly names: readonly string[] }
  | { readonly state: 'unavailable'; readonly reason: SearchUnavailable };

export type NameStore = ReturnType<typeof createNameStore>;

const writeTimeoutMs = 10_000;

/** The catalogue's names, whose index for the search is loaded when somebody searches and lives as long as the worker. */
export function createNameStore({ store, onMissing, table }: NameStoreDeps) {
  let loading: Promise<SearchIndex | undefined> | undefined;
  let hasProblem = false;
  let hasReportedMissing = false;
  const inTurn = createMutex();

  const drop = () => {
    loading = undefined;
  };

  const index = () => {
    loading ??= inTurn(() => loadIndex(store, table));
    return loading;
  };

  const reportMissing = () => {
    if (!hasProblem && !hasReportedMissing) {
      hasReportedMissing = true;
      onMissing();
    }
  };

  const read: ReadNames = (numbers) =>
    inTurn(async () => {
      const loaded = await table();
      const names = loaded && (await readSomeNames(store, loaded.table, numbers).catch(() => undefined));
      if (!names) reportMissing();
      return names;
    });

  return {
    read,
    /** Stores the names of the numbers from `first` on. Never rejects. */
    append: async (catalogue: string, first: number, names: readonly string[]): Promise<void> => {
      if (names.length === 0) return;
      drop();
      await inTurn(async () => {
        hasProblem = await withTimeout(appendNames(store, catalogue, first, names), writeTimeoutMs).then(
          () => false,
          () => true,
        );
      });
    },
    /** Whether all names of a table are stored; unknown counts as yes. Waits for names that are being stored. Never rejects. */
    hasAll: (known: LoadedTable['table']): Promise<boolean> => inTurn(() => hasNames(store, known)).catch(() => true),
    /** At most `limit` names, best match first. An empty query only loads the index. Never rejects. */
    search: async (query: string, limit: number): Promise<FoundNames> => {
      const loaded = await index().catch(() => 'refused' as const);
      if (typeof loaded === 'object') return { state: 'found', names: search(loaded, query, limit) };
      drop();
      if (loaded === undefined) reportMissing();
      return { state: 'unavailable', reason: hasProblem || loaded === 'refused' ? 'storage' : 'none' };
    },
  };
}

/** `undefined` without usable names. Rejects when the storage is broken. */
async function loadIndex(store: KeyValueStore, loadedTable: NameStoreDeps['table']): Promise<SearchIndex | undefined> {
  const loaded = await loadedTable();
  const names = loaded && (await readNames(store, loaded.table));
  if (!names) return undefined;
  const liquidity = new Map(names.map((name, number) => [name, loaded.table.rowAt(number)?.liquidity]));
  const sorted = inSearchOrder(names);
  return buildIndex(
    sorted,
    sorted.map((name) => liquidity.get(name)),
  );
}
