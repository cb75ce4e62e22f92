import { ask } from '#browser/messages.ts';
import type { Bought, Purchase } from '#core/owned/portfolio.ts';
import type { AskedDays } from '#core/prices/item-past.ts';
import type { AskedListing } from '#core/prices/told-listing.ts';
import { askWorker, loadExport } from '#page/boot/lazy-scripts.ts';

/**
 * What asks the worker rejects when the extension is gone, or refuses.
 * @param markOwn marks an element as own, so that adding or removing it does not count as a change of the page
 */
export const panelDeps = (document: Document, markOwn: (element: Element) => void) => ({
  document,
  markOwn,
  now: Date.now,
  details: (name: string) => askWorker('details', { name }),
  history: (name: string, days: AskedDays) => askWorker('history', { name, days }),
  seen: (listing: AskedListing) => ask('seen', listing),
  openPage: (address: string) => void window.open(address, '_blank', 'noopener,noreferrer'),
  /** `null`: the portfolio has no room. */
  bought: (purchase: Purchase) => askWorker('bought', purchase),
  boughtBack: (bought: Bought) => askWorker('bought-back', bought),
  /** Opens the item among all items, or its alert there, in a tab of the extension. */
  explore: (name: string, part?: 'alert') => ask('explore', { name, part }),
  loadChart: () => loadExport('chart'),
  copy: (text: string) => navigator.clipboard.writeText(text),
});

export type PanelDeps = ReturnType<typeof panelDeps>;
