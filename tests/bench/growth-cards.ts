import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { openFed } from './asking.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { pageOf } from './cards.ts';
import { number } from './figures.ts';
import { floorPage } from './made-extension.ts';
import { openMade, openPeer } from './made-open.ts';
import { peerName } from './peer.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';
import { longest, longTasks, openWatched, timeOfContent, timeOfOverlay } from './watch.ts';

const counts = [10, 100, 1000];
const mostRuns = 10;

/** How cost grows with the cards of a page that is opened, with a warm worker. */
export const growthCards: Part = (bench) => inBoth(bench, measure);

interface Contender {
  readonly driver: Driver;
  /** By the number of cards: ms to the last overlay, and the longest task over 50 ms. */
  readonly last: Map<number, number[]>;
  readonly task: Map<number, number[]>;
}

async function measure(bench: Bench, kind: BrowserKind): Promise<Row[]> {
  const driver = await bench.open(kind);
  await openFed(driver, bench.market);
  const ours = contender(driver);
  const stored = contender(await openPeer(bench, kind));
  const least = contender(await openMade(bench, kind, floorPage));
  const rounds = counts.flatMap((count) => [ours, stored, least].map((who) => ({ count, who })));
  for await (const { thing, keep } of shuffledRounds(Math.min(mostRuns, bench.runs), rounds)) {
    const { count, who } = thing;
    const page = await openWatched(who.driver, pageOf(bench.market.names.slice(0, count)));
    const last = await timeOfOverlay(page, count);
    const start = await timeOfContent(page);
    const task = kind === 'chrome' ? longest(await longTasks(page, 0)) : undefined;
    keep(() => {
      who.last.get(count)?.push(last - start);
      if (task !== undefined) who.task.get(count)?.push(task);
    });
    await page.close();
  }
  return counts.flatMap((count) => rowsOf(kind, count, { ours, stored, least }));
}

function contender(driver: Driver): Contender {
  const empty = () => new Map(counts.map((count) => [count, [] as number[]]));
  return { driver, last: empty(), task: empty() };
}

function rowsOf(
  browser: BrowserKind,
  count: number,
  { ours, stored, least }: Record<'ours' | 'stored' | 'least', Contender>,
): Row[] {
  const row = (what: string, of: 'last' | 'task') =>
    toRow(
      { part: 'growth-cards', browser, unit: 'ms', what: `${number(count)} cards: ${what}` },
      ours[of].get(count) ?? [],
      {
        floor: ['empty message, empty element', least[of].get(count) ?? []],
        peer: [peerName, stored[of].get(count) ?? []],
      },
    );
  const last = row('DOMContentLoaded → last overlay', 'last');
  return browser === 'chrome' ? [last, row('longest task over 50 ms', 'task')] : [last];
}
