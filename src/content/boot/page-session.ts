import { load } from '#content/boot/lazy-scripts.ts';
import { remember } from '#content/cards/feed-rows.ts';
import { claim, hostOf } from '#content/cards/overlay-host.ts';
import { listenToTap, type TapEnd } from '#content/cards/tap-client.ts';
import type { Comparing } from '#content/comparing.ts';
import { Runner } from '#content/overlays/card-overlays.ts';
import { awaitTouch } from '#content/panel/load-on-demand.ts';
import { askAgain } from '#content/quotes/retry.ts';
import { createNext, createSoon } from '#content/time-slicing.ts';
import type { Row, Site } from '#core/site.ts';
import { ask, isAlive, onMessages } from '#platform/messaging.ts';
import type { PageReport, Push, View } from '#protocol/messages.ts';

/** How often an open page asks again, ms: it keeps ages true and tells the worker that somebody looks. */
const tickMs = 60_000;

/**
 * Prices the cards of one page for as long as it lives; the popup's switch stops and starts it at once. `first` is what
 * the settings said when the page opened.
 */
export function startContent(site: Site, first: View): void {
  let running: Running | undefined;
  let view: View | undefined;
  const gone = new AbortController();
  /** The page tells of each item once, so what it tells while nothing is shown counts as well. */
  const known = new Map<string, Row>();
  const learn = (rows: readonly Row[]) => (running ? running.runner.learn(rows) : remember(rows, known));
  const tap = listenToTap(site, document, learn, gone.signal);

  const apply = (told: View | undefined) => {
    const before = view;
    view = told ?? view;
    if (!view) return;
    if (running && view.on) {
      // It is asked for each minute, and to draw all cards anew for the same would be work for nothing.
      if (JSON.stringify(view) !== JSON.stringify(before)) running.show(view);
    } else if (view.on) {
      running = prepare(site, view, { tap, known });
      // The page's state comes in answer to its first line, and has to find the runner.
      running.runner.start();
    } else {
      running?.stop();
      running = undefined;
    }
  };

  const look = async () => apply(await ask('view', { site: site.id }).catch(() => undefined));
  const pushed = (push: Push['push']) => (push === 'view-changed' ? void look() : running?.runner.refresh());
  const report = () => running?.report() ?? { ...nothing, site: site.id, on: view?.on ?? false };
  onMessages({ pushed, report }, gone.signal);
  const lookAgain = () => {
    tend(running?.runner, gone);
    // What was told to a page in the back-forward cache was told to nobody.
    if (!gone.signal.aborted) void look();
  };
  every(tickMs, lookAgain, gone.signal);
  apply(first);
}

/** Asks anew; when the extension is gone, the page is left with what stands there, marked old. */
function tend(runner: Runner | undefined, gone: AbortController): void {
  if (isAlive()) runner?.refresh();
  else {
    runner?.retire();
    gone.abort();
  }
}

/** What is told of a page on which nothing runs. */
const nothing = { seen: 0, read: 0, priced: 0, drifted: false };

/** A runner and the comparison, which stop together. */
interface Running {
  readonly runner: Runner;
  readonly report: () => Promise<PageReport>;
  readonly show: (view: View) => void;
  readonly stop: () => void;
}

/** What a page knows before a runner starts. */
interface Known {
  readonly tap: TapEnd;
  readonly known: Map<string, Row>;
}

/** Makes a runner that is not started yet, with all that the page told before. */
function prepare(site: Site, view: View, { tap, known }: Known): Running {
  const ended = new AbortController();
  const until = ended.signal;
  const runner = new Runner(site, view, { ...world(), readState: tap.readState }, known);
  let current = view;
  let comparing: Comparing | undefined;
  const overlays = { hostOf, hostAt: (node: Node) => runner.hostAt(node) };
  const compare = async () => {
    const start = await load('panel');
    comparing ??= start(current, overlays, panelWorld(), until);
    return comparing;
  };
  awaitTouch(document, overlays, compare, until);
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

const world = () => ({
  document,
  now: Date.now,
  ask: (names: readonly string[]) => askAgain(() => ask('quotes', { names: [...names] })),
  soon: createSoon(window),
  next: createNext(window),
  later: (work: () => void, ms: number) => void setTimeout(work, ms),
  onDeals: (count: number) => void ask('deals', { count }).catch(() => undefined),
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
