import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { openFed } from './asking.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { pageOf } from './cards.ts';
import { floor, floorPage } from './made-extension.ts';
import { openMade, openPeer } from './made-open.ts';
import { peerName } from './peer.ts';
import { shuffledRounds } from './rounds.ts';
import { type About, type Beside, median, type Row, toRow } from './row.ts';
import { heapOf, longest, longTasks, openWatched, timeOfContent, timeOfOverlay } from './watch.ts';

const cards = 40;

/** What one load of the page came to; times in ms, sizes in bytes. */
interface Load {
  readonly first: number;
  readonly last: number;
  readonly long: readonly number[];
  readonly heap: number;
  readonly dom: number;
}

interface Contender {
  readonly driver: Driver;
  readonly overlays: number;
  readonly loads: Load[];
}

type Contenders = Record<'ours' | 'stored' | 'least' | 'off', Contender>;

/** 40 CSFloat cards, prices stored, worker killed: ours, the peer's way, an empty message, and no extension at all. */
export const coldPage: Part = (bench) => inBoth(bench, measure);

async function measure(bench: Bench, kind: BrowserKind): Promise<Row[]> {
  const contenders = await openAll(bench, kind);
  const sample = pageOf(bench.market.names.slice(0, cards));
  // Without an extension there is nothing to see in Firefox, which tells neither long tasks nor memory.
  const watched = kind === 'firefox' ? { ...contenders, off: undefined } : contenders;
  const all = Object.values(watched).filter((one) => one !== undefined);
  for await (const { thing, keep } of shuffledRounds(bench.runs, all)) {
    const { driver, overlays, loads } = thing;
    await driver.stopWorker();
    const page = await openWatched(driver, sample);
    const load = await readLoad(page, overlays, kind);
    keep(() => loads.push(load));
    await page.close();
  }
  return kind === 'firefox'
    ? timeRows(kind, contenders)
    : [...timeRows(kind, contenders), ...taskRows(contenders), ...memoryRows(contenders)];
}

async function openAll(bench: Bench, kind: BrowserKind): Promise<Contenders> {
  const ours = await bench.open(kind);
  await (await openFed(ours, bench.market)).close();
  const contender = (driver: Driver, overlays = cards): Contender => ({ driver, overlays, loads: [] });
  return {
    ours: contender(ours),
    stored: contender(await openPeer(bench, kind)),
    least: contender(await openMade(bench, kind, floorPage)),
    off: contender(await openMade(bench, kind, floor), 0),
  };
}

async function readLoad(page: Page, overlays: number, kind: BrowserKind): Promise<Load> {
  const start = await timeOfContent(page);
  const first = overlays > 0 ? (await timeOfOverlay(page, 1)) - start : 0;
  const last = overlays > 0 ? (await timeOfOverlay(page, overlays)) - start : 0;
  if (kind === 'firefox') return { first, last, long: [], heap: 0, dom: 0 };
  const long = await longTasks(page, 0);
  const { script, dom } = await heapOf(await page.createCDPSession());
  return { first, last, long, heap: script, dom };
}

const about = { part: 'cold-page', browser: 'chrome', unit: 'ms' };

/** A row of one figure of each load. */
function row(what: Omit<About, 'part'>, { ours, stored }: Contenders, of: (load: Load) => number, beside: Beside = {}) {
  const samples = ours.loads.map(of);
  return toRow({ ...about, ...what }, samples, { peer: [peerName, stored.loads.map(of)], ...beside });
}

function timeRows(browser: BrowserKind, all: Contenders): Row[] {
  const empty = (of: (load: Load) => number) => ({ floor: ['empty message', all.least.loads.map(of)] }) as const;
  const first = ({ first }: Load) => first;
  const last = ({ last }: Load) => last;
  const ms = { browser, unit: 'ms' };
  return [
    row({ ...ms, what: '40 cards: DOMContentLoaded → 1st overlay' }, all, first, empty(first)),
    row({ ...ms, what: '40 cards: DOMContentLoaded → 40th overlay', budget: 150 }, all, last, empty(last)),
  ];
}

function taskRows(all: Contenders): Row[] {
  const bare = (of: (load: Load) => number) => ({ floor: ['no extension', all.off.loads.map(of)] }) as const;
  const sum = ({ long }: Load) => long.reduce((all, one) => all + one, 0);
  const most = ({ long }: Load) => longest(long);
  return [
    row({ ...about, what: '40 cards: longest task over 50 ms', budget: 50 }, all, most, bare(most)),
    row({ ...about, what: '40 cards: tasks over 50 ms, sum' }, all, sum, bare(sum)),
  ];
}

function memoryRows(all: Contenders): Row[] {
  const added = (size: (load: Load) => number) => {
    const without = median(all.off.loads.map(size));
    return (load: Load) => (size(load) - without) / 1e6;
  };
  const unit = 'MB';
  return [
    row(
      { ...about, unit, what: '40 cards: page heap added', budget: 1 },
      all,
      added(({ heap }) => heap),
    ),
    row(
      { ...about, unit, what: '40 cards: DOM memory added' },
      all,
      added(({ dom }) => dom),
    ),
  ];
}
