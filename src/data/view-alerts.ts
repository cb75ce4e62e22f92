import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import { lazy } from '#core/asks/lazy.ts';
import type { Rate } from '#core/money/rates.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { limitsOf } from '#core/rows/column-values.ts';
import { parseSavedViews, type SavedView, savedViewsKey } from '#core/rows/saved-views.ts';
import { compareRows, rowsToTell, type ToldRow, viewMemory, viewWait } from '#core/rows/view-alerts.ts';
import { foundRows } from '#core/search/search.ts';
import { buildIndex } from '#core/search/search-index.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { readStoredMarkets } from '#data/details/detail-store.ts';
import { openStoredChanges } from '#data/history/stored-changes.ts';
import { loadItemTable } from '#data/load-items.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';

export interface ViewNews {
  readonly view: string;
  /** At most ten. */
  readonly rows: readonly ToldRow[];
  readonly more: number;
}

export interface ViewAlertsDeps {
  /** Has the views, which the user named. */
  readonly views: Pick<KeyValueStore, 'read'>;
  /** Remembers rows. Where a browser evicts it, the rows that are there then are not new. */
  readonly memory: KeyValueStore;
  /** Everything by number of name. */
  readonly columns: KeyValueStore;
  readonly table: () => Promise<LoadedTable | undefined>;
  readonly settings: () => Promise<Settings>;
  readonly shown: () => Promise<Rate>;
  readonly notify: (news: ViewNews, shown: Rate) => Promise<unknown>;
  readonly now: () => number;
}

export type ViewAlerts = ReturnType<typeof createViewAlerts>;

const known = z.object({
  /** What the views were compared with. */
  inputs: z.string(),
  views: z.array(z.tuple([z.string(), z.object({ memory: z.optional(viewMemory), wait: z.optional(viewWait) })])),
});
type Known = z.infer<typeof known>;

const memoryKey = 'views';

export function createViewAlerts(deps: ViewAlertsDeps) {
  const inTurn = createMutex();
  const saved = async () => parseSavedViews((await deps.views.read([savedViewsKey]))[0]);
  const telling = async () => (await saved()).filter(isTelling);
  const hasAlert = () =>
    telling()
      .then((views) => views.length > 0)
      .catch(() => false);
  return {
    hasAlert,
    telling,
    /** The markets whose own data the views need. Never rejects. */
    neededMarkets: async (): Promise<readonly MarketId[]> =>
      (await hasAlert()) ? (await deps.settings()).markets : [],
    /** Compares the views with the present prices, where something has changed. Never rejects. */
    check: (): Promise<void> => inTurn(async () => check(deps, await saved())).catch(() => undefined),
    /** With the latest rows that were told, the newest first. */
    list: () =>
      inTurn(async () => {
        const { views } = await readKnown(deps.memory);
        const byName = new Map(views);
        return (await telling()).map(({ name, address }) => {
          const { memory, wait } = byName.get(name) ?? {};
          return { name, address, wait, told: memory?.address === address ? memory.told : [] };
        });
      }),
    addressOf: async (view: string) => (await telling()).find(({ name }) => name === view)?.address,
  };
}

const isTelling = ({ tells }: SavedView): boolean => tells !== undefined;

const readKnown = async (store: KeyValueStore): Promise<Known> =>
  known.safeParse((await store.read([memoryKey]))[0]).data ?? { inputs: '', views: [] };

/** Stores what is told before it tells: a worker that ends in between never tells twice. */
async function check(deps: ViewAlertsDeps, views: readonly SavedView[]): Promise<void> {
  if (!views.some(isTelling)) return;
  const [before, settings, loaded] = await Promise.all([readKnown(deps.memory), deps.settings(), deps.table()]);
  const { markets, coinUsd } = settings;
  const limits = limitsOf(settings);
  const basis = JSON.stringify([markets, coinUsd, limits]);
  const stored = await readStoredMarkets(deps.columns, markets, loaded?.table.catalogue);
  const changes = await openStoredChanges(() => deps.columns, deps.now).about();
  const times = [...stored, changes].map((about) => about && [about.updatedAt, about.etag]);
  const inputs = JSON.stringify([basis, views, loaded?.version, times]);
  if (inputs === before.inputs) return;
  const now = deps.now();
  const table = await loadItemTable(deps.columns, loaded, { markets, coinUsd }, now);
  const remembered = new Map(before.views);
  const news: ViewNews[] = [];
  const index = lazy(() => buildIndex(table.names));
  const next = views.map(({ name, address, tells }): Known['views'][number] => {
    const { memory } = remembered.get(name) ?? {};
    // What was told once today is not told after the switch was off and on again.
    if (tells === undefined) return [name, { memory }];
    const rows = rowsToTell(table, address, limits, (words) => foundRows(index(), words), now);
    if ('reason' in rows) return [name, { memory, wait: rows }];
    const compared = compareRows(memory, { address, basis: `${tells} ${basis}` }, rows, now);
    if (compared.news.length > 0) news.push({ view: name, rows: compared.news, more: compared.more });
    return [name, { memory: compared.memory }];
  });
  await deps.memory.write({ [memoryKey]: { inputs, views: next } });
  const shown = await deps.shown();
  for (const one of news) await deps.notify(one, shown);
}
