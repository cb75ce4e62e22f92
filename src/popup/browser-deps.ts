import { askToNotify, mayNotify } from '#browser/browser-ui.ts';
import { askWithTimeout, onPush, pageReport } from '#browser/messages.ts';
import { pageShell, product } from '#browser/own-page.ts';
import { lastStatus } from '#browser/session.ts';
import { changeSettings, loadSettings, onSettings } from '#browser/settings.ts';
import { activeTabUrl, openTabs } from '#browser/tabs.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { sites } from '#sites/index.ts';
import { drawSeriesLazily, loadChartLazily } from '#ui/charts/lazy-chart.ts';

/** The browser's services for a page with this address. `inTab`: the page is open as a tab. */
export const browserDeps = (search: URLSearchParams, inTab: boolean): PopupDeps => ({
  ask: askWithTimeout,
  lastStatus,
  pageReport,
  activeTabUrl,
  onPush,
  loadSettings,
  changeSettings,
  onSettings,
  product: product(),
  copy: (text) => navigator.clipboard.writeText(text),
  shell: pageShell(inTab),
  query: search.get('q') ?? '',
  openAt: search.has('watch') ? 'watch' : 'now',
  notifications: { allowed: mayNotify, allow: askToNotify },
  drawSeries: drawSeriesLazily,
  loadChart: loadChartLazily,
  openTabs,
  sites,
  now: Date.now,
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
});
