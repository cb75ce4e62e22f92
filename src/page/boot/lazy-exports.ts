import type { Site } from '#core/site.ts';
import type { LiveSettings } from '#page/boot/live-settings.ts';
import type { Finder } from '#page/finder/finder.ts';
import type { OverlayLookup, PanelControl } from '#page/panel/load-panel.ts';
import type { createPageReport } from '#page/report/page-report.ts';
import type { startSums } from '#page/sums/start-sums.ts';
import type { SettingsView } from '#protocol/messages.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';

export interface LazyExports {
  /** `overlays.js`: starts a page session (src/page/boot/page-session.ts). */
  overlays?: (adapter: Site | undefined, settings: LiveSettings) => void;
  /** `<id>-adapter.js`. */
  site?: Site;
  finder?: typeof Finder;
  /** `panel.js`. @param markOwn of the overlays' script, which knows the extension's own elements */
  panel?: (
    view: SettingsView,
    overlays: OverlayLookup,
    markOwn: (element: Element) => void,
    signal: AbortSignal,
  ) => PanelControl;
  chart?: DrawChart;
  /** `sums.js`, on pages whose items are added up. */
  sums?: typeof startSums;
  report?: typeof createPageReport;
}

declare global {
  /** Global of the content scripts' isolated world; the page cannot see it. */
  var skinlensExports: LazyExports | undefined;
}

export const register = (exports: LazyExports): void => {
  globalThis.skinlensExports = { ...globalThis.skinlensExports, ...exports };
};
