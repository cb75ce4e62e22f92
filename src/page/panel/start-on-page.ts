import { ask } from '#browser/messages.ts';
import type { Bought, Purchase } from '#core/owned/portfolio.ts';
import type { AskedDays } from '#core/prices/item-past.ts';
import type { AskedListing } from '#core/prices/seen-listings.ts';
import type { LazyExports } from '#page/boot/lazy-exports.ts';
import { askWorker, loadExport } from '#page/boot/lazy-scripts.ts';
import { startPanel } from '#page/panel/triggers.ts';

export const startPanelOnPage: NonNullable<LazyExports['panel']> = (view, overlays, markOwn, signal) =>
  startPanel(view, overlays, { ...deps, document, markOwn }, signal);

const deps = {
  now: Date.now,
  details: (name: string) => askWorker('details', { name }),
  history: (name: string, days: AskedDays) => askWorker('history', { name, days }),
  seen: (listing: AskedListing) => ask('seen', listing),
  openPage: (address: string) => void window.open(address, '_blank', 'noopener,noreferrer'),
  explore: (name: string, part?: 'alert') => ask('explore', { name, part }),
  bought: (purchase: Purchase) => askWorker('bought', purchase),
  boughtBack: (bought: Bought) => askWorker('bought-back', bought),
  loadChart: () => loadExport('chart'),
  copy: (text: string) => navigator.clipboard.writeText(text),
};
