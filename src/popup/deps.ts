import { askToNotify, mayNotify } from '#browser/browser-ui.ts';
import { pageReport } from '#browser/messages.ts';
import { pageDeps, pageShell, product } from '#browser/own-page.ts';
import { lastStatus } from '#browser/session.ts';
import { activeTabUrl, openTabs } from '#browser/tabs.ts';
import { sites } from '#sites/index.ts';
import { drawSeriesLazily, loadChartLazily } from '#ui/charts/lazy-chart.ts';
import { loadRarities } from '#ui/marks/rarity-words.ts';
import type { ListedSite } from '#ui/pages/site-access.ts';

export type PopupTab = 'now' | 'watch' | 'settings';

/** Functions that start something return its stop. @param inTab the page is open as a tab */
export const popupDeps = (search: URLSearchParams, inTab: boolean) => ({
  ...pageDeps,
  lastStatus,
  pageReport,
  activeTabUrl,
  product: product(),
  shell: pageShell(inTab),
  query: search.get('q') ?? '',
  openAt: (search.has('watch') ? 'watch' : 'now') as PopupTab,
  /** `allow` asks the user; the browser requires a click for that. */
  notifications: { allowed: mayNotify, allow: askToNotify },
  drawSeries: drawSeriesLazily,
  loadChart: loadChartLazily,
  rarities: loadRarities,
  openTabs,
  sites: sites as readonly ListedSite[],
  every: (ms: number, run: () => void) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
});

export type PopupDeps = ReturnType<typeof popupDeps>;
export type Shell = PopupDeps['shell'];
