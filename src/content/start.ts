import type { Comparing } from '#content/comparing.ts';
import { awaitTouch } from '#content/first-touch.ts';
import { claim, hostOf } from '#content/host.ts';
import { load } from '#content/loading.ts';
import type { Opened } from '#content/opened.ts';
import { bookOf, type QuoteBook } from '#content/quotes.ts';
import { Runner } from '#content/runner.ts';
import { createNext, createSoon } from '#content/slices.ts';
import { listenToTap } from '#content/tap.ts';
import type { Site } from '#core/site.ts';
import { ask, isAlive, onPageReport, onPush } from '#platform/messaging.ts';
import type { PageReport, View } from '#protocol/messages.ts';

/** How often an open page asks again, ms: it keeps ages true and tells the worker that somebody looks. */
const tickMs = 60_000;

/** Prices the cards of one page until the signal; the popup's switch stops and starts it at once. */
export function startContent(site: Site, signal: AbortSignal, opened: Opened): void {
  let running: Running | undefined;
  let view: View | undefined;

  const apply = (told: View | undefined, book?: QuoteBook) => {
    view = told ?? view;
    if (!view || signal.aborted) return;
    if (running && view.on) running.show(view);
    else if (view.on) running = run(site, view, signal, book);
    else {
      running?.stop();
      running = undefined;
    }
  };

  const look = async () => apply(await ask('view', { site: site.id }).catch(() => undefined));
  onPush((push) => (push === 'view-changed' ? void look() : running?.runner.refresh()), signal);
  onPageReport(() => running?.report() ?? nothing(site, view), signal);
  signal.addEventListener('abort', () => running?.stop());
  const ticking = new AbortController();
  every(tickMs, () => tend(running?.runner, ticking), AbortSignal.any([signal, ticking.signal]));
  apply(opened.view, opened.quotes ? bookOf(opened.names, opened.quotes) : undefined);
  // The worker was at its first look while this script was loaded; had it told, nobody would have heard.
  if (opened.quotes && !opened.quotes.table) running?.runner.refresh();
}

/** Asks anew; when the extension is gone, the page is left with what stands there, marked old. */
function tend(runner: Runner | undefined, ticking: AbortController): void {
  if (isAlive()) runner?.refresh();
  else {
    runner?.retire();
    ticking.abort();
  }
}

/** A runner, the comparison and the page's tap, which stop together. */
interface Running {
  readonly runner: Runner;
  readonly report: () => Promise<PageReport>;
  readonly show: (view: View) => void;
  readonly stop: () => void;
}

function run(site: Site, view: View, signal: AbortSignal, book?: QuoteBook): Running {
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const runner = new Runner(site, view, { ...world(signal), readState: () => tap.readState() }, book);
  const tap = listenToTap(site, document, (rows) => runner.learn(rows), until);
  let current = view;
  let comparing: Comparing | undefined;
  const overlays = { hostOf, hostAt: (node: Node) => runner.hostAt(node) };
  const compare = async () => {
    const start = await load('panel');
    comparing ??= start(current, overlays, panelWorld(), until);
    return comparing;
  };
  awaitTouch(document, overlays, compare, until);
  runner.start();
  return {
    runner,
    report: async () => withTap((await load('report'))(site, runner.facts()), tap.unread()),
    show: (view) => {
      current = view;
      runner.show(view);
      comparing?.show(view);
    },
    stop: () => {
      ended.abort();
      runner.stop();
    },
  };
}

/** The tap's end counts what the runner never sees. */
function withTap({ findings, ...counts }: PageReport, unread: number): PageReport {
  return { ...counts, findings: findings && { ...findings, tap: findings.tap && { ...findings.tap, unread } } };
}

const panelWorld = () => ({
  document,
  claim,
  now: Date.now,
  details: (name: string) => ask('details', { name }),
  copy: (text: string) => navigator.clipboard.writeText(text),
});

const world = (signal: AbortSignal) => ({
  document,
  now: Date.now,
  ask: (names: readonly string[]) => ask('quotes', { names: [...names] }),
  soon: createSoon(window),
  next: createNext(window),
  later: (work: () => void, ms: number) => {
    const timer = setTimeout(work, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  },
  onDeals: (count: number) => void ask('deals', { count }).catch(() => undefined),
});

const nothing = (site: Site, view: View | undefined): PageReport => ({
  site: site.id,
  on: view?.on ?? false,
  seen: 0,
  read: 0,
  priced: 0,
  drifted: false,
});

/** Calls back while the page is in front, and when it comes back to the front or out of the back-forward cache. */
function every(ms: number, work: () => void, signal: AbortSignal): void {
  const look = () => {
    if (document.visibilityState === 'visible') work();
  };
  const timer = setInterval(look, ms);
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && look(), { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
