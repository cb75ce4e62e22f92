import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { emptyOverlays, emptyWorker } from '../browser/generated-extension.ts';
import { heapOf, longestTask, openTimed, timeOfContent, timeOfOverlay } from '../browser/page-timing.ts';
import { openPeer, peerName } from '../browser/peer-extension.ts';
import { searchPage } from '../browser/sample-cards.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';
import { median } from '../row.ts';

const cards = 40;
const sides = { floor: 'empty message', peer: peerName };

export const coldPage: Part = {
  browsers: ['chrome', 'firefox'],
  missed: 'It happens once a page, and a marketplace’s own page takes more memory and time by far.',
  metrics: {
    overlays: { what: '40 cards, worker asleep: page ready → all priced', unit: 'ms', budget: 150, ...sides },
    task: { what: '40 cards, worker asleep: longest task', unit: 'ms', budget: 50, ...sides, chromiumOnly: true },
    heap: { what: '40 cards: heap added to the page', unit: 'MB', budget: 1.5, peer: peerName, chromiumOnly: true },
  },
  measure: async (bench, browser) => {
    const sample = searchPage(bench.market.names.slice(0, cards));
    const isChromium = browser === 'chrome';
    const loads = (driver: Driver, overlays = cards) => contender(() => load(driver, sample, overlays, isChromium));
    const all = {
      ours: loads((await openWithPrices(bench)).driver),
      floor: loads(await bench.open(emptyOverlays)),
      peer: loads(await openPeer(bench)),
    };
    // Its heap is the page's own; it tells nothing else.
    const bare = loads(await bench.open(emptyWorker), 0);
    await alternate(bench.runs, [...Object.values(all), ...(isChromium ? [bare] : [])]);
    const overlays = samplesOf(all, ({ overlays }) => overlays);
    if (!isChromium) return { overlays };
    const pageHeap = median(bare.results.map(({ heap }) => heap));
    return { overlays, task: samplesOf(all, ({ task }) => task), heap: samplesOf(all, ({ heap }) => heap - pageHeap) };
  },
};

interface Load {
  readonly overlays: number;
  readonly task: number;
  readonly heap: number;
}

async function load(driver: Driver, sample: SamplePage, count: number, isChromium: boolean): Promise<Load> {
  await driver.stopWorker();
  const page = await openTimed(driver, sample);
  const start = await timeOfContent(page);
  const overlays = count > 0 ? (await timeOfOverlay(page, count)) - start : 0;
  const task = isChromium ? await longestTask(page, 0) : 0;
  const heap = isChromium ? await heapOf(page) : 0;
  await page.close();
  return { overlays, task, heap };
}
