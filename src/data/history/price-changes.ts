import { dataPeriodMs } from '#core/age.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { packChanges } from '#data/history/change-columns.ts';
import { parseChanges } from '#data/history/parse-changes.ts';
import type { StoredChanges } from '#data/history/stored-changes.ts';
import { createRelayFeed, type FeedDeps, type RelayFeed } from '#data/refresh/feed.ts';
import { checkIn } from '#data/refresh/feed-check.ts';
import type { TableFeed } from '#data/refresh/table-feed.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';

export interface PriceChangesDeps extends FeedDeps {
  /** The store of the checks. */
  readonly store: () => KeyValueStore;
  readonly changes: Pick<StoredChanges, 'about' | 'write' | 'forget'>;
  /** Changes are kept by the numbers of its catalogue. Never rejects. */
  readonly table: () => Promise<LoadedTable | undefined>;
  readonly numberNames: TableFeed['numberNames'];
  /** Whether anything shows changes. Nothing is fetched for nobody. */
  readonly isWanted: () => Promise<boolean>;
  /** Called when open pages have to ask again. */
  readonly onChange: () => void;
}

/** The feed of the changes of prices over days. A relay may have none. */
export function createPriceChanges(deps: PriceChangesDeps): RelayFeed {
  const { store, changes, table, numberNames, isWanted, onChange } = deps;
  const forget = async () => {
    const hadAny = await changes.forget();
    if (hadAny) onChange();
    return hadAny;
  };
  const feed = createRelayFeed(deps, {
    path: '/api/changes',
    ...checkIn(store, 'changes-check'),
    data: async () => {
      const stored = await changes.about();
      return stored?.catalogue === (await table())?.table.catalogue ? stored : undefined;
    },
    replace: async ({ about: { relay, etag, sample }, body }) => {
      // Changes of made-up prices are none.
      if (sample) return forget();
      const { rows, updatedAt } = parseChanges(body());
      const numbered = await numberNames(rows.names);
      if (!numbered) return false;
      const about = { catalogue: numbered.table.catalogue, relay, etag, updatedAt: Math.min(updatedAt, deps.now()) };
      // Explore reads the store when it is told. Other pages get what is in memory, also without room in the store.
      await changes.write(about, packChanges(rows, numbered)).finally(onChange);
      return true;
    },
    forget: async () => void (await forget()),
    pauseMs: dataPeriodMs,
  });
  const checkIfDue = async () => {
    const loaded = await table();
    // Without a table the names have no numbers.
    if (!loaded || !(await isWanted())) return undefined;
    const stored = await changes.about();
    // A new catalogue began: the pause since the last check does not count.
    if (stored && stored.catalogue !== loaded.table.catalogue) await feed.relayChanged();
    return feed.checkIfDue();
  };
  return { ...feed, checkIfDue };
}
