import { ask } from '#browser/messages.ts';
import type { AskedDays } from '#core/prices/item-past.ts';
import { askWorker, loadExport } from '#page/boot/lazy-scripts.ts';
import type { PanelDeps } from '#page/panel/panel.ts';
import { type OverlayLookup, type PanelControl, startPanel } from '#page/panel/triggers.ts';
import type { SettingsView } from '#protocol/messages.ts';

/** Starts the panel of the page. `markOwn` is of the overlays' script, which knows the extension's own elements. */
export const startPanelOnPage = (
  view: SettingsView,
  overlays: OverlayLookup,
  markOwn: PanelDeps['markOwn'],
  signal: AbortSignal,
): PanelControl => startPanel(view, overlays, { ...deps, document, markOwn }, signal);

const deps = {
  now: Date.now,
  details: (name: string) => askWorker('details', { name }),
  history: (name: string, days: AskedDays) => askWorker('history', { name, days }),
  explore: (name: string, part?: 'alert') => ask('explore', { name, part }),
  loadChart: () => loadExport('chart'),
  copy: (text: string) => navigator.clipboard.writeText(text),
};
