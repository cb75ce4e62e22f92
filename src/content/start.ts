import { Panel } from '#content/panel.ts';
import { Pointing } from '#content/pointing.ts';
import { Runner } from '#content/runner.ts';
import { beforeNextFrame } from '#content/slices.ts';
import { listenToTap, stopTap } from '#content/tap.ts';
import type { Site } from '#core/site.ts';
import { ask, isAlive, onPageReport, onPush } from '#platform/messaging.ts';
import type { PageReport, View } from '#protocol/messages.ts';

/** How often an open page asks again, ms: it keeps ages true and tells the worker that somebody looks. */
const tickMs = 60_000;

/** Runs on one page of one marketplace until the signal; the popup's switch starts and stops it at once. */
export async function startContent(site: Site, signal: AbortSignal): Promise<void> {
  let running: Running | undefined;
  let view: View | undefined;

  const apply = async () => {
    view = await ask('view', { site: site.id }).catch(() => view);
    if (!view || signal.aborted) return;
    if (running && view.on) running.show(view);
    else if (view.on) running = run(site, view, signal);
    else {
      if (running) running.stop();
      else stopTap(site, document);
      running = undefined;
    }
  };

  onPush((push) => (push === 'view-changed' ? void apply() : running?.runner.refresh()), signal);
  onPageReport(() => running?.runner.report() ?? nothing(site, view), signal);
  signal.addEventListener('abort', () => running?.stop());
  const ticking = new AbortController();
  every(tickMs, () => tend(running?.runner, ticking), AbortSignal.any([signal, ticking.signal]));
  await apply();
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
  readonly show: (view: View) => void;
  readonly stop: () => void;
}

function run(site: Site, view: View, signal: AbortSignal): Running {
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const runner = new Runner(site, view, { ...world(signal), readState: () => tap.readState() });
  const tap = listenToTap(site, document, (rows) => runner.learn(rows), until);
  const panel = new Panel(view, panelWorld());
  new Pointing(panel, (node) => runner.hostAt(node)).listen(document, until);
  runner.start();
  return {
    runner,
    show: (view) => {
      runner.show(view);
      panel.show(view);
    },
    stop: () => {
      ended.abort();
      runner.stop();
    },
  };
}

const panelWorld = () => ({
  document,
  now: Date.now,
  details: (name: string) => ask('details', { name }),
  copy: (text: string) => navigator.clipboard.writeText(text),
});

const world = (signal: AbortSignal) => ({
  document,
  now: Date.now,
  ask: (names: readonly string[]) => ask('quotes', { names: [...names] }),
  soon: (work: () => void) => beforeNextFrame(window, work),
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
