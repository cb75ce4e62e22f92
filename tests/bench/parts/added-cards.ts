import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '#demo/driver-contract.ts';
import { emptyOverlays } from '../browser/generated-extension.ts';
import { appendCards, longestTask, openTimed, timeOfOverlay } from '../browser/page-timing.ts';
import { openPeer, peerName } from '../browser/peer-extension.ts';
import { cardsOf, searchPage } from '../browser/sample-cards.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

const present = 40;
const inserted = 100;
const batch = 50;
const scrolled = 1000;
const sides = { floor: 'empty message', peer: peerName };

/** Cards that are added to an open page of 40, at once and by a long scroll; the worker is awake. */
export const addedCards: Part = {
  browsers: ['chrome', 'firefox'],
  missed: 'Cards that come late cost a few frames, once; no key or click waits longer than a blink.',
  metrics: {
    inserted: { what: '100 cards added → all priced', unit: 'ms', budget: 4, against: 'times floor', ...sides },
    late: { what: '40 cards after 3 s: longest task', unit: 'ms', budget: 50, ...sides, chromiumOnly: true },
    scrolled: { what: '1,000 cards by scrolling: longest task', unit: 'ms', budget: 50, ...sides, chromiumOnly: true },
  },
  measure: async (bench, browser) => {
    const { names } = bench.market;
    const drivers = {
      ours: (await openWithPrices(bench)).driver,
      floor: await bench.open(emptyOverlays),
      peer: await openPeer(bench),
    };
    const each = (measure: (driver: Driver) => Promise<number>) => ({
      ours: contender(() => measure(drivers.ours)),
      floor: contender(() => measure(drivers.floor)),
      peer: contender(() => measure(drivers.peer)),
    });
    const insertions = each((driver) => insert(driver, names));
    await alternate(bench.runs, Object.values(insertions));
    const lates = each((driver) => addLate(driver, names));
    if (browser === 'chrome') await alternate(bench.runs, Object.values(lates));
    const scrolls = each((driver) => scroll(driver, names));
    if (browser === 'chrome') await alternate(bench.runs, Object.values(scrolls));
    return {
      inserted: samplesOf(insertions, (ms) => ms),
      late: samplesOf(lates, (ms) => ms),
      scrolled: samplesOf(scrolls, (ms) => ms),
    };
  },
};

async function insert(driver: Driver, names: readonly string[]): Promise<number> {
  const page = await openTimed(driver, searchPage(names.slice(0, present)));
  await timeOfOverlay(page, present);
  await sleep(200); // The rest of the page's load.
  const start = await appendCards(page, cardsOf(names.slice(present, present + inserted)));
  const end = await timeOfOverlay(page, present + inserted);
  await page.close();
  return end - start;
}

/** As on an app that draws after an answer: until then the page is one that should have cards and has none. */
async function addLate(driver: Driver, names: readonly string[]): Promise<number> {
  const page = await openTimed(driver, searchPage([]));
  await sleep(3000);
  const start = await appendCards(page, cardsOf(names.slice(0, present)));
  await timeOfOverlay(page, present);
  const task = await longestTask(page, start);
  await page.close();
  return task;
}

async function scroll(driver: Driver, names: readonly string[]): Promise<number> {
  const page = await openTimed(driver, searchPage(names.slice(0, present)));
  await timeOfOverlay(page, present);
  await sleep(500); // The rest of the page's load.
  const start = await page.evaluate(() => performance.now());
  for (let at = present; at < present + scrolled; at += batch) {
    await appendCards(page, cardsOf(names.slice(at, at + batch)));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await sleep(50);
  }
  await timeOfOverlay(page, present + scrolled);
  const task = await longestTask(page, start);
  await page.close();
  return task;
}
