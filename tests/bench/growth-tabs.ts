import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { openFed, quotes } from './asking.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { pageOf } from './cards.ts';
import { floor } from './made-extension.ts';
import { openMade } from './made-open.ts';
import { type Market, openMarket } from './market.ts';
import { runningWorker } from './refresh.ts';
import { median, type Row, toRow } from './row.ts';
import { heapOfTarget, openWatched, timeOfOverlay } from './watch.ts';

const counts = [1, 10, 50];
const cards = 40;
const mostRuns = 10;
const bareTabs = 3;

/** How cost grows with the tabs that are open, 40 cards in each, when new prices come: every tab asks and redraws. */
export const growthTabs: Part = (bench) => inBoth(bench, measure);

async function measure(bench: Bench, kind: BrowserKind): Promise<Row[]> {
  // A market of its own, whose prices move.
  const market = await openMarket();
  try {
    return await measureIn(bench, kind, market);
  } finally {
    await market.close();
  }
}

async function measureIn(bench: Bench, kind: BrowserKind, market: Market): Promise<Row[]> {
  const sample = pageOf(market.names.slice(0, cards));
  const bare = kind === 'chrome' ? await bareHeap(bench, sample) : 0;
  const driver = await bench.open(kind);
  const own = await openFed(driver, market);
  const rows: Row[] = [];
  const tabs: Page[] = [];
  for (const count of counts) {
    while (tabs.length < count) tabs.push(await openPriced(driver, sample));
    const rounds: Round[] = [];
    for (let run = 0; run < Math.min(mostRuns, bench.runs); run++) rounds.push(await tell(market, own, tabs));
    rows.push(...timeRows(kind, count, rounds));
    if (kind === 'firefox') continue;
    const worker = await heapOfTarget(await runningWorker(driver, own));
    rows.push(
      memoryRow(count, 'heap added to each', await heaps(tabs), bare),
      memoryRow(count, 'the worker’s heap', [worker]),
    );
  }
  return rows;
}

async function openPriced(driver: Driver, sample: SamplePage): Promise<Page> {
  const page = await openWatched(driver, sample);
  await timeOfOverlay(page, cards);
  return page;
}

/** How long it took after the worker had told of new prices, ms. */
interface Round {
  /** Until the last tab showed them. */
  readonly shown: number;
  /** Until 100 names were answered that another page asked for at that moment. */
  readonly answered: number;
}

async function tell(market: Market, own: Page, tabs: readonly Page[]): Promise<Round> {
  await Promise.all(tabs.map((page) => page.evaluate(awaitPrices)));
  market.move();
  const { at, answered } = await own.evaluate(refreshAndAsk, quotes(market.names.slice(0, 100)));
  const times = await Promise.all(tabs.map((page) => page.evaluate(() => repriced)));
  return { shown: Math.max(...times) - at, answered };
}

declare const repriced: Promise<number>;

/** Runs in a tab: promises when its last overlay shows another price, ms since the epoch. */
function awaitPrices(): void {
  const root = [...document.querySelectorAll('skinlens-prices')].at(-1)?.shadowRoot;
  const prices = () =>
    Array.from(root?.querySelectorAll('[data-cents]') ?? [], (one) => one.getAttribute('data-cents'));
  const before = prices().join();
  const promised = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (prices().join() === before) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    if (root) observer.observe(root, { subtree: true, childList: true, attributes: true });
  });
  Object.assign(globalThis, { repriced: promised });
}

interface Extension {
  readonly runtime: {
    readonly sendMessage: (message: object) => Promise<unknown>;
    readonly onMessage: {
      readonly addListener: (listener: (message: { readonly push?: string }) => void) => void;
      readonly removeListener: (listener: (message: { readonly push?: string }) => void) => void;
    };
  };
}

declare const browser: Extension | undefined;
declare const chrome: Extension;

/** Runs in a page of the extension: when the worker told of new prices (ms since the epoch), and an answer's ms then. */
async function refreshAndAsk(question: object): Promise<{ at: number; answered: number }> {
  const { runtime } = typeof browser === 'undefined' ? chrome : browser;
  const told = new Promise<number>((resolve) => {
    const hear = ({ push }: { readonly push?: string }): void => {
      if (push !== 'prices-changed') return;
      runtime.onMessage.removeListener(hear);
      resolve(performance.timeOrigin + performance.now());
    };
    runtime.onMessage.addListener(hear);
  });
  const refreshed = runtime.sendMessage({ kind: 'refresh', request: {} });
  const at = await told;
  const start = performance.now();
  await runtime.sendMessage(question);
  const answered = performance.now() - start;
  await refreshed;
  return { at, answered };
}

/** Bytes of script that the page takes by itself. */
async function bareHeap(bench: Bench, sample: SamplePage): Promise<number> {
  return bench.apart(async (bench) => {
    const driver = await openMade(bench, 'chrome', floor);
    const tabs: Page[] = [];
    while (tabs.length < bareTabs) tabs.push(await openWatched(driver, sample));
    return median(await heaps(tabs));
  });
}

async function heaps(tabs: readonly Page[]): Promise<number[]> {
  const bytes: number[] = [];
  for (const page of tabs) bytes.push(await heapOfTarget(page));
  return bytes;
}

const about = (count: number, what: string) => ({
  part: 'growth-tabs',
  what: `${count} ${count === 1 ? 'tab' : 'tabs'} of ${cards} cards: ${what}`,
});

function timeRows(browser: BrowserKind, count: number, rounds: readonly Round[]): Row[] {
  const row = (what: string, of: (round: Round) => number) =>
    toRow({ ...about(count, what), browser, unit: 'ms' }, rounds.map(of));
  return [
    row('new prices told → the last tab shows them', ({ shown }) => shown),
    row('100 names asked for meanwhile', ({ answered }) => answered),
  ];
}

const memoryRow = (count: number, what: string, bytes: readonly number[], without = 0): Row =>
  toRow(
    { ...about(count, what), browser: 'chrome', unit: 'MB' },
    bytes.map((heap) => (heap - without) / 1e6),
  );
