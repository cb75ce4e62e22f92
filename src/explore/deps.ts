import { askToNotify } from '#browser/browser-ui.ts';
import { askWithTimeout, onPush } from '#browser/messages.ts';
import { saveFile } from '#browser/own-page.ts';
import { changeSettings, loadSettings, onSettings } from '#browser/settings.ts';
import { localStorage, openStore } from '#browser/storage.ts';
import { openFeeSettings } from '#browser/tabs.ts';
import type { AskedDays } from '#core/prices/item-past.ts';
import { parseSavedViews, type SavedView, savedViewsKey, toStoredViews } from '#core/rows/saved-views.ts';
import { openStoredRates } from '#data/refresh/small-feeds.ts';
import { createItemSource } from '#explore/data/item-source.ts';
import { loadChartLazily } from '#ui/charts/lazy-chart.ts';
import { loadRarities } from '#ui/marks/rarity-words.ts';

/** The page's dependencies: the stores, the browser and the clock. */
export const exploreDeps = () => ({
  source: createItemSource(() => new Worker('/explore-worker.js')),
  ask: askWithTimeout,
  past: (name: string, days: AskedDays) => askWithTimeout('history', { name, days }),
  loadSettings,
  changeSettings,
  onSettings: (listener: () => void) => onSettings(listener),
  /** Calls the listener when the worker has stored new prices, until the signal aborts. A change of the view comes with the settings. */
  onPush: (listener: () => void, signal: AbortSignal) =>
    onPush(({ push }) => push !== 'settings' && listener(), signal),
  rates: async () => (await openStoredRates(openStore('prices')).read())?.told ?? null,
  rarities: loadRarities,
  readViews: async () => parseSavedViews((await localStorage.read([savedViewsKey]))[0]),
  /** Rejects when the browser refuses, as `copy` does. */
  writeViews: (views: readonly SavedView[]) => localStorage.write({ [savedViewsKey]: toStoredViews(views) }),
  copy: (content: string) => navigator.clipboard.writeText(content),
  save: saveFile,
  /** Opens a marketplace's page in a new tab. */
  openLink: (url: string): void => void window.open(url, '_blank', 'noopener,noreferrer'),
  openSettings: (): void => void openFeeSettings(),
  loadChart: loadChartLazily,
  askToNotify,
  now: Date.now,
});

export type ExploreDeps = ReturnType<typeof exploreDeps>;
