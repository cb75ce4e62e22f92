import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { openFed } from './asking.ts';
import type { Part } from './bench.ts';
import { pageOf } from './cards.ts';
import { floor } from './made-extension.ts';
import { openMade, openPeer } from './made-open.ts';
import { peerName } from './peer.ts';
import { shuffledRounds } from './rounds.ts';
import { toRow } from './row.ts';

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** µs on the clock of the thread, which stands still while others have its core; events of no length have none. */
      tts: z.optional(z.number()),
      tdur: z.optional(z.number()),
      args: z.optional(z.unknown()),
    }),
  ),
});

type Event = z.infer<typeof trace>['traceEvents'][number];

/** All that runs script; they nest, so their times are laid over each other and not added. */
const scripting = new Set([
  'v8.compile',
  'EvaluateScript',
  'FunctionCall',
  'RunMicrotasks',
  'EventDispatch',
  'TimerFire',
  'FireAnimationFrame',
  'MinorGC',
  'MajorGC',
]);

interface Contender {
  readonly driver: Driver;
  /** File of the content script; without one, each marketplace has its own. */
  readonly script: string | undefined;
  /** By the page, ms. */
  readonly spent: Record<keyof typeof pages, number[]>;
}

const awaiting = pageOf([]);

/**
 * One of a kind that has cards, but none, for which the worker wakes; one of another kind; and one of a site whose own
 * answers are read, which has a script in the page's world as well.
 */
const pages = {
  awaiting,
  other: { ...awaiting, url: 'https://csfloat.com/faq' },
  tapped: { ...awaiting, site: 'waxpeer', url: 'https://waxpeer.com/' },
};

/**
 * Time of the main thread's own clock that scripts take on a marketplace's page with no cards, ms. The page and the browser's
 * driver run some as well; the floor has them too, so the budget is what comes on top.
 */
export const idlePage: Part = async (bench) => {
  const driver = await bench.open('chrome');
  await openFed(driver, bench.market);
  const ours = contender(driver);
  const stored = contender(await openPeer(bench, 'chrome'), 'content.js');
  const empty = contender(await openMade(bench, 'chrome', nothing), 'content.js');
  const rounds = [ours, stored, empty].flatMap((who) => kinds.map((kind) => ({ who, kind })));
  for await (const { thing, keep } of shuffledRounds(bench.runs, rounds)) {
    const { who, kind } = thing;
    const ms = timeOfScripts(await traceLoad(who.driver, pages[kind]), who.script ?? `${pages[kind].site}.js`);
    keep(() => who.spent[kind].push(ms));
  }
  return kinds.map((kind) =>
    toRow(
      { part: 'idle-page', browser: 'chrome', unit: 'ms', what: what[kind], budget: 3, against: 'beyond floor' },
      ours.spent[kind],
      { floor: ['empty script', empty.spent[kind]], peer: [peerName, stored.spent[kind]] },
    ),
  );
};

const kinds = ['awaiting', 'other', 'tapped'] as const;
const what = {
  awaiting: 'main-thread work on a page without cards',
  other: 'main-thread work on a page that can have no cards',
  tapped: 'main-thread work on a page without cards whose answers are read',
};

const contender = (driver: Driver, script?: string): Contender => ({
  driver,
  script,
  spent: { awaiting: [], other: [], tapped: [] },
});

const nothing = { ...floor, name: 'nothing', content: ';' };

async function traceLoad({ browser }: Driver, sample: SamplePage): Promise<readonly Event[]> {
  const page = await browser.newPage();
  await serveSamples(page, [sample]);
  await page.tracing.start({ categories: ['devtools.timeline', 'v8', 'v8.execute'] });
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  await sleep(1000); // the peer reads its table first
  const recorded = await page.tracing.stop();
  await page.close();
  return trace.parse(JSON.parse(new TextDecoder().decode(recorded))).traceEvents;
}

/** ms of script on the thread that ran the content script. @throws Error when none did. */
function timeOfScripts(events: readonly Event[], script: string): number {
  const isIt = ({ name, args }: Event) => name === 'EvaluateScript' && JSON.stringify(args).includes(`/${script}`);
  const main = events.find(isIt);
  if (!main) throw new Error('the content script did not run');
  const ran = events.filter(({ name, pid, tid }) => pid === main.pid && tid === main.tid && scripting.has(name));
  let end = 0;
  let sum = 0;
  for (const { tts = 0, tdur = 0 } of ran.sort((one, other) => (one.tts ?? 0) - (other.tts ?? 0))) {
    sum += Math.max(0, tts + tdur - Math.max(tts, end));
    end = Math.max(end, tts + tdur);
  }
  return sum / 1000;
}
