import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver.ts';
import { within } from '#demo/extension.ts';
import { ask, openFed } from './asking.ts';
import { type Bench, type Part, shuffledRounds } from './bench.ts';
import { pageOf } from './cards.ts';
import { floor, type MadeExtension, writeExtension } from './made-extension.ts';
import { peer } from './peer.ts';
import { median, type Row, toRow } from './row.ts';
import { heapOf, longTasks, openWatched, timeOfContent, timeOfOverlay } from './watch.ts';

const cards = 40;

/** What one load of the page came to; times and bytes. */
interface Load {
  readonly first: number;
  readonly last: number;
  readonly long: readonly number[];
  readonly heap: number;
  readonly dom: number;
}

interface Contender {
  readonly name: string;
  readonly driver: Driver;
  readonly overlays: number;
  readonly loads: Load[];
}

/** 40 CSFloat cards, prices stored, worker killed: ours, the peer's way, and no extension for the page. */
export const coldPage: Part = async (bench) => [
  ...(await measure(bench, 'chrome')),
  ...(await measure(bench, 'firefox')),
];

async function measure(bench: Bench, kind: BrowserKind): Promise<Row[]> {
  const ours = await bench.open(kind);
  await (await openFed(ours, bench.market)).close();
  const stored = await openMade(bench, kind, peer);
  await within(stored, (own) => ask(own, `${bench.market.url}api/get-partner-prices`));
  const off = await openMade(bench, kind, floor);
  const contenders: Contender[] = [
    { name: 'Skinlens', driver: ours, overlays: cards, loads: [] },
    { name: 'peer’s way', driver: stored, overlays: cards, loads: [] },
    { name: 'no extension', driver: off, overlays: 0, loads: [] },
  ];
  const sample = pageOf(bench.market.names.slice(0, cards));
  for (const { driver, overlays, loads } of shuffledRounds(bench.runs, contenders)) {
    await driver.stopWorker();
    const page = await openWatched(driver, sample);
    loads.push(await readLoad(page, overlays, kind));
    await page.close();
  }
  return contenders.flatMap((contender) => rowsOf(kind, contender, contenders.at(-1)?.loads ?? []));
}

async function openMade(bench: Bench, kind: BrowserKind, made: MadeExtension): Promise<Driver> {
  const folder = await bench.folder();
  await writeExtension(folder, kind, made);
  return bench.open(kind, folder);
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

function rowsOf(browser: BrowserKind, { name, overlays, loads }: Contender, bare: readonly Load[]): Row[] {
  const budget = (limit: number) => (name === 'Skinlens' ? limit : undefined);
  const about = { part: 'cold-page', browser, unit: 'ms' };
  const times = [
    toRow(
      { ...about, what: `${name}: DOMContentLoaded → 1st overlay` },
      loads.map(({ first }) => first),
    ),
    toRow(
      { ...about, what: `${name}: → ${cards}th overlay`, budget: budget(150) },
      loads.map(({ last }) => last),
    ),
  ];
  if (browser === 'firefox') return overlays > 0 ? times : [];
  const sum = (tasks: readonly number[]) => tasks.reduce((all, one) => all + one, 0);
  const long = toRow(
    { ...about, what: `${name}: long tasks, sum` },
    loads.map(({ long }) => sum(long)),
  );
  const longest = toRow(
    { ...about, what: `${name}: longest task over 50 ms`, budget: budget(50) },
    loads.map(({ long }) => Math.max(0, ...long)),
  );
  if (overlays === 0) return [long, longest];
  const added = (size: (load: Load) => number) => {
    const without = median(bare.map(size));
    return loads.map((load) => (size(load) - without) / 1e6);
  };
  const heap = { ...about, unit: 'MB' };
  return [
    ...times,
    long,
    longest,
    toRow(
      { ...heap, what: `${name}: page heap added`, budget: budget(1) },
      added(({ heap }) => heap),
    ),
    toRow(
      { ...heap, what: `${name}: DOM memory added` },
      added(({ dom }) => dom),
    ),
  ];
}
