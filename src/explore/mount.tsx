import '#browser/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#explore/explore.css';
import '#explore/table/filters.css';
import '#explore/table/grid.css';
import '#explore/item/item.css';
import '#explore/item/tables.css';
import '#explore/portfolio/portfolio.css';
import '#explore/rarity/rarity.css';
import * as z from 'zod/mini';
import { askToNotify, mayNotify } from '#browser/browser-ui.ts';
import { askWithTimeout, onPush } from '#browser/messages.ts';
import { pageLanguage, saveFile } from '#browser/own-page.ts';
import { changeSettings, loadSettings, onSettings } from '#browser/settings.ts';
import { localStorage, openStore } from '#browser/storage.ts';
import { openFeeSettings } from '#browser/tabs.ts';
import { unpackRarities } from '#core/rarity.ts';
import { openStoredRates } from '#data/rates/stored-rates.ts';
import { createItemSource } from '#explore/data/item-source.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { Explore } from '#explore/explore.tsx';
import { parseSavedViews, savedViewsKey, toStoredViews } from '#explore/state/saved-views.ts';
import { historyStyle } from '#ui/history-style.ts';
import { loadChartLazily } from '#ui/lazy-chart.ts';
import { renderView } from '#ui/render-view.ts';
import { setMessageSource, text, wordLanguage } from '#ui/text.ts';

const createDeps = (): ExploreDeps => ({
  source: createItemSource(() => new Worker('/explore-worker.js')),
  ask: askWithTimeout,
  past: (name) => askWithTimeout('history', { name }),
  loadSettings,
  changeSettings,
  onSettings,
  // A change of the view comes with the settings.
  onPush: (listener, signal) => onPush(({ push }) => push !== 'settings' && listener(), signal),
  rates: async () => (await openStoredRates(openStore('prices')).read())?.dated ?? null,
  // A file of its own, so that the table does not wait for it.
  rarities: async () => unpackRarities((await import('#explore/rarity/rarities.json')).default.names),
  readViews: async () => parseSavedViews((await localStorage.read([savedViewsKey]))[0]),
  writeViews: (views) => localStorage.write({ [savedViewsKey]: toStoredViews(views) }),
  copy: (content) => navigator.clipboard.writeText(content),
  save: saveFile,
  openLink: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
  openSettings: () => void openFeeSettings(),
  loadChart: loadChartLazily,
  mayNotify,
  askToNotify,
  now: Date.now,
});

/** Renders the page that compares all items into an element of it. */
export async function mountExplore(root: Element): Promise<void> {
  // zod tries eval for speed, which the extension's CSP forbids.
  z.config({ jitless: true });
  setMessageSource(await pageLanguage());
  document.documentElement.lang = wordLanguage();
  document.title = `${text('exploreTitle')} · Skinlens`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(historyStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  renderView(<Explore deps={createDeps()} />, root);
}
