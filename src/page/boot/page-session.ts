import { ask, isAlive, onMessages } from '#browser/messages.ts';
import { withRetry } from '#core/asks/retry.ts';
import { balanceMarket } from '#core/prices/markets.ts';
import type { Row, Site } from '#core/site.ts';
import { whenHydrated } from '#page/boot/hydration.ts';
import { abandonAsks, askWorker, loadExport } from '#page/boot/lazy-scripts.ts';
import type { LiveSettings } from '#page/boot/live-settings.ts';
import { watchCopies } from '#page/boot/only-copy.ts';
import { PageReaders } from '#page/boot/page-readers.ts';
import { emptyReport, toSettingsView } from '#page/boot/settings-view.ts';
import { warmUp } from '#page/boot/warm-up.ts';
import { KnownRows } from '#page/cards/card-source.ts';
import type { PageState } from '#page/cards/cards.ts';
import { hostOf, markOwn } from '#page/cards/overlay-host.ts';
import { connectTap, type TapClient } from '#page/cards/tap-client.ts';
import { createFrameScheduler } from '#page/frame-scheduler.ts';
import { loadPanelOnDemand, type OverlayLookup, type PanelControl } from '#page/panel/load-panel.ts';
import { withFirstPrices } from '#page/quotes/quote-loader.ts';
import { loadSumsOnDemand } from '#page/sums/load-sums.ts';
import { createTaskScheduler } from '#page/time-slicing.ts';
import type { PageReport, Push, Requests, SettingsView } from '#protocol/messages.ts';

/** Interval at which a visible page looks at the ages of its prices, ms. */
const tickMs = 60_000;

/** The settings may start and stop the overlays at any time. Without an adapter items are found by their names. */
export function startPageSession(adapter: Site | undefined, settings: LiveSettings): void {
  let active: ActiveOverlays | undefined;
  let view: SettingsView | undefined;
  const ended = new AbortController();
  /** The page fetches each answer once, so rows that come while overlays are off are kept as well. */
  const rows = new KnownRows();
  const addRows = (more: readonly Row[]) => (active ? active.readers.addRows(more) : rows.add(more));
  const tap = connectTap(adapter ?? hostTap, document, addRows, ended.signal);

  const copy = watchCopies(document, () => active !== undefined && checkAlive(), ended.signal);

  /** Abandons the page after an update or removal of the extension: nobody tells how old its prices are. */
  const checkAlive = () => {
    if (ended.signal.aborted || isAlive()) return !ended.signal.aborted;
    ended.abort();
    settings.end();
    active?.retire();
    return false;
  };

  const apply = () => {
    if (!settings.current) return;
    const before = view;
    view = toSettingsView(settings.current, settings.site);
    if (active && settings.isOn) {
      // A change may be of another site; equal settings redraw nothing.
      if (JSON.stringify(view) !== JSON.stringify(before)) active.show(view);
    } else if (settings.isOn && !copy.isTaken()) {
      active = createActiveOverlays(adapter, view, tap, rows, checkAlive);
      // The tap answers the first scan with rows, and `addRows` needs a receiver for them.
      active.readers.start();
    } else if (!settings.isOn) {
      active?.stop();
      active = undefined;
      tap.keepAnswers(false);
    }
  };

  const pushed = ({ push }: Push) => {
    if (push === 'prices-changed') active?.readers.refreshQuotes();
    else if (push === 'details-changed') active?.refreshDetails();
  };
  const report = async (show?: string): Promise<PageReport> => ({
    ...((await active?.report(show)) ?? emptyReport(settings.site, settings.isOn, 'adapter')),
    otherCopy: copy.isMet() || undefined,
  });
  onMessages({ pushed, report }, ended.signal);
  const tick = () => checkAlive() && (active ? active.readers.tick() : apply());
  everyWhileVisible(tickMs, tick, ended.signal);
  onReturn(() => {
    // Pages in the back-forward cache miss pushes, and the browser has removed the number of deals from the toolbar.
    void withRetry(() => settings.ask(), isAlive).catch(() => undefined);
    active?.readers.tick();
    if (checkAlive()) active?.readers.refreshQuotes();
  }, ended.signal);
  whenHydrated(document, pageEnvironment().after, () => {
    settings.onChange(apply, ended.signal);
    apply();
  });
}

/** The tap of a host that the user chose: `any-site-tap.js` runs in the page's own world. */
const hostTap = { tapped: { state: false } };

/** Overlays and panel, which start and stop together. */
type ActiveOverlays = ReturnType<typeof createActiveOverlays>;

/** Starts nothing. `retire` ends all but the shown prices. `refreshDetails`: the worker has loaded another market. */
function createActiveOverlays(
  adapter: Site | undefined,
  view: SettingsView,
  tap: TapClient,
  rows: KnownRows,
  checkAlive: () => boolean,
) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let current = view;
  const input = () => readers.drawing.overlays?.reportInput();
  const extras = () => extrasOf(current, input()?.rivals);
  const sums = loadSumsOnDemand(adapter, { view: () => current, input, offers: askOffers }, signal);
  const refreshQuotes = () => readers.refreshQuotes();
  const deps = {
    ...pageEnvironment(),
    fetchQuotes: quotesOf(extras, refreshQuotes),
    beforePass: checkAlive,
    onDrawn: sums.update,
    tell: (shown: Requests['drawn']) => ask('drawn', shown).catch(() => []),
  };
  const readers = new PageReaders(adapter, view, tap, rows, deps);
  let panel: PanelControl | undefined;
  const lookup: OverlayLookup = {
    hostOf: (node) => (checkAlive() ? hostOf(node) : undefined),
    hostAt: (node) => (checkAlive() ? readers.hostAt(node) : undefined),
  };
  const loadPanel = async () => {
    const startPanel = await loadExport('panel');
    panel ??= startPanel(current, lookup, markOwn, signal);
    return panel;
  };
  loadPanelOnDemand(document, lookup, loadPanel, signal);
  return {
    readers,
    report: async (show?: string): Promise<PageReport> => {
      const createPageReport = await loadExport('report');
      const { overlays, reader } = readers.drawing;
      if (!overlays) return emptyReport(view.site, true, reader);
      const site = adapter ?? { ...hostTap, id: view.site, pages: [] };
      return { ...createPageReport(site, overlays.reportInput(), tap.unread(), show), reader };
    },
    retire: () => {
      stopped.abort();
      readers.retire();
    },
    show: (next: SettingsView) => {
      const before = JSON.stringify(extras());
      current = next;
      readers.show(next);
      if (JSON.stringify(extras()) !== before) refreshQuotes();
      panel?.show(next);
    },
    refreshDetails: () => {
      panel?.refreshDetails();
      sums.refreshOffers();
      if (extras().more.length > 0) refreshQuotes();
    },
    stop: () => {
      stopped.abort();
      readers.stop();
    },
  };
}

const askOffers = (names: readonly string[]) => askWorker('offers', { names: [...names] });

/** What a page asks for besides the references' prices: what Steam asks, and its own market, where the user sells on it. */
const extrasOf = ({ overlay, fees, site }: SettingsView, rivals: PageState['rivals'] = []) => ({
  changes: overlay.change,
  exits: fees.confirmed,
  more: [...(overlay.ofSteam ? [balanceMarket] : []), ...(rivals.length > 0 ? [site] : [])],
});

const quotesOf = (extras: () => ReturnType<typeof extrasOf>, askAgain: () => void) =>
  withFirstPrices({
    fetchQuotes: (names) => withRetry(() => ask('quotes', { names: [...names], ...extras() }), isAlive),
    firstCheck: () => askWorker('first-check', {}),
    isAlive,
    after: (work, ms) => setTimeout(work, ms),
    askAgain,
  });

const pageEnvironment = () => ({
  document,
  now: Date.now,
  warmUp,
  beforeFrame: createFrameScheduler(window),
  inOwnTask: createTaskScheduler(window),
  after: (work: () => void, ms: number) => void setTimeout(work, ms),
});

/** Calls back when the page becomes visible, too, and at once after a sleep of the computer: the timer slept as well. */
function everyWhileVisible(ms: number, work: () => void, signal: AbortSignal): void {
  let lookedAt = Date.now();
  const run = () => {
    if (document.visibilityState !== 'visible') return;
    lookedAt = Date.now();
    work();
  };
  const look = () => Math.abs(Date.now() - lookedAt) >= ms && run();
  const timer = setInterval(run, ms);
  document.addEventListener('visibilitychange', run, { signal });
  for (const event of ['pointerover', 'pointerdown', 'focus'])
    window.addEventListener(event, look, { signal, capture: true, passive: true });
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Calls back when the page leaves the back-forward cache. */
function onReturn(work: () => void, signal: AbortSignal): void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    abandonAsks();
    work();
  };
  window.addEventListener('pageshow', shown, { signal });
}
