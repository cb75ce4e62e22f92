import '#platform/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/sites.css';
import '#popup/popup.css';
import '#popup/status/status.css';
import '#popup/search/search.css';
import '#popup/report/report.css';
import '#popup/watch/watch.css';
import '#popup/portfolio/portfolio.css';
import '#popup/settings/settings.css';
import '#popup/settings/setting-inputs.css';
import { render } from 'preact';
import * as z from 'zod/mini';
import { lastStatus } from '#platform/last-status.ts';
import { askWithTimeout, onPush, pageOutlines, pageReport } from '#platform/messaging.ts';
import { askToNotify, mayNotify } from '#platform/notifications.ts';
import { pageLanguage } from '#platform/page-language.ts';
import { pageShell } from '#platform/page-shell.ts';
import { product } from '#platform/product.ts';
import { changeSettings, loadSettings, onSettings } from '#platform/stored-settings.ts';
import { activeTabUrl, openTabs } from '#platform/tabs.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { Popup } from '#popup/popup.tsx';
import { sites } from '#sites/index.ts';
import { historyStyle } from '#ui/history-style.ts';
import { drawSeriesLazily, loadChartLazily } from '#ui/lazy-chart.ts';
import { setMessageSource, wordLanguage } from '#ui/text.ts';

const deps: PopupDeps = {
  ask: askWithTimeout,
  lastStatus,
  pageReport,
  pageOutlines,
  activeTabUrl,
  onPush,
  loadSettings,
  changeSettings,
  onSettings,
  product: product(),
  copy: (text) => navigator.clipboard.writeText(text),
  shell: pageShell(),
  query: new URLSearchParams(location.search).get('q') ?? '',
  watchOpen: new URLSearchParams(location.search).has('watch'),
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
};

/** Renders the popup into an element of its page. */
export async function mountPopup(root: Element): Promise<void> {
  // zod tries eval for speed, which the extension's CSP forbids.
  z.config({ jitless: true });
  setMessageSource(await pageLanguage());
  document.documentElement.lang = wordLanguage();
  adoptStyle(historyStyle);
  render(<Popup deps={deps} />, root);
}

/** A sheet made by script: the panel in a page has the same one, and cannot load a file. */
function adoptStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
