import { siteList } from '#browser/access.ts';
import { askToNotify } from '#browser/browser-ui.ts';
import { askWithTimeout, onPush } from '#browser/messages.ts';
import { pageDeps, saveFile } from '#browser/own-page.ts';
import { localStorage, openStore } from '#browser/storage.ts';
import { openFeeSettings } from '#browser/tabs.ts';
import type { AskedDays } from '#core/prices/item-past.ts';
import { parseSavedViews, type SavedView, savedViewsKey, toStoredViews } from '#core/rows/saved-views.ts';
import type { SiteSummary } from '#core/settings/page-scripts.ts';
import { openStoredRates } from '#data/refresh/small-feeds.ts';
import { createItemSource } from '#explore/data/item-source.ts';
import { loadChartLazily } from '#ui/charts/lazy-chart.ts';
import { loadRarities } from '#ui/marks/rarity-words.ts';

export const exploreDeps = () => ({
  ...pageDeps,
  sites: siteList as readonly Pick<SiteSummary, 'id' | 'name'>[],
  source: createItemSource(() => new Worker('/explore-worker.js')),
  past: (name: string, days: AskedDays) => askWithTimeout('history', { name, days }),
  /** Calls the listener when the worker has stored new prices, until the signal aborts. A change of the view comes with the settings. */
  onPush: (listener: () => void, signal: AbortSignal) =>
    onPush(({ push }) => push !== 'settings' && listener(), signal),
  rates: async () => (await openStoredRates(openStore('prices')).read())?.told ?? null,
  rarities: loadRarities,
  readViews: async () => parseSavedViews((await localStorage.read([savedViewsKey]))[0]),
  /** Rejects when the browser refuses. */
  writeViews: (views: readonly SavedView[]) => localStorage.write({ [savedViewsKey]: toStoredViews(views) }),
  save: saveFile,
  openLink: (url: string): void => void window.open(url, '_blank', 'noopener,noreferrer'),
  openSettings: (): void => void openFeeSettings(),
  loadChart: loadChartLazily,
  askToNotify,
});

export type ExploreDeps = ReturnType<typeof exploreDeps>;
