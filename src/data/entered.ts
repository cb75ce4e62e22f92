import { parsePortfolio, toStoredPortfolio } from '#core/owned/portfolio.ts';
import { parseSavedViews, savedViewsKey, toStoredViews } from '#core/rows/saved-views.ts';
import type { Entered, GivenEntered } from '#core/settings/settings-file.ts';
import { portfolioKey } from '#data/portfolio-service.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { type WatchListService, watchListKey } from '#data/watch-list-service.ts';

interface EnteredDeps {
  readonly store: KeyValueStore;
  readonly watchList: Pick<WatchListService, 'stored' | 'replace'>;
}

export type EnteredService = ReturnType<typeof createEnteredService>;

/** All that a user entered besides settings, for a backup. Rejects when the storage fails. */
export const createEnteredService = ({ store, watchList }: EnteredDeps) => ({
  read: async (): Promise<Entered> => {
    const [portfolio, views] = await store.read([portfolioKey, savedViewsKey]);
    return {
      portfolio: parsePortfolio(portfolio),
      watchList: await watchList.stored(),
      views: parseSavedViews(views),
    };
  },
  /** Replaces what is given: all of it or nothing. */
  write: ({ portfolio, watchList: list, views }: GivenEntered): Promise<void> =>
    watchList.replace(() =>
      store.write({
        ...(portfolio && { [portfolioKey]: toStoredPortfolio(portfolio) }),
        ...(list && { [watchListKey]: list }),
        ...(views && { [savedViewsKey]: toStoredViews(views) }),
      }),
    ),
});
