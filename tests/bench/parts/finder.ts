import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { emptyOverlays, readTexts } from '../browser/generated-extension.ts';
import { appendCards, openTimed, timeOfOverlay, traceOf } from '../browser/page-timing.ts';
import { searchPage } from '../browser/sample-cards.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

const present = 5;
const inserted = 100;

const tile = (name: string, at: number): string => `<div class="tile"><a href="/offer/${710_000 + at}"><img alt=""></a>
<div class="title">${name}</div><div class="float">0.22141941</div><div class="cost">$${at + 1}.50</div><button>Buy</button></div>`;
const tilesOf = (names: readonly string[]): string => names.map(tile).join('\n');

/** A page at an address that has cards, with other cards than its adapter knows. */
function unknownPage(body: string): SamplePage {
  const sample = searchPage([]);
  return { ...sample, html: sample.html.replace('<div class="cards"></div>', `<div class="cards">${body}</div>`) };
}

const article =
  '<section class="note"><h2>News of the day</h2><p>A text of some length about something else.</p><a href="/more/of/it">more</a></section>';

const ofTexts = { unit: 'ms', floor: 'each text read once', chromiumOnly: true } as const;

/** The finder alone, as on a site without an adapter. */
export const finder: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: {
    found: {
      what: 'Finder: 100 unknown cards added → all priced',
      unit: 'ms',
      budget: 12,
      against: 'times floor',
      floor: 'empty message',
    },
    task: { what: 'Finder: its longest piece of work', budget: 16, ...ofTexts },
    without: { what: 'Finder: work on a page without items', budget: 8, against: 'times floor', ...ofTexts },
  },
  measure: async (bench, browser) => {
    const { driver } = await openWithPrices(bench);
    await storeSettings(driver, { relay: { url: bench.market.url }, reading: 'names' });
    const { names } = bench.market;
    const floors = { overlays: await bench.open(emptyOverlays), texts: await bench.open(readTexts) };
    const insertions = {
      ours: contender(() => insert(driver, names)),
      floor: contender(() => insert(floors.overlays, names)),
    };
    await alternate(bench.runs, Object.values(insertions));
    const trace = (driver: Driver, file: string) =>
      contender(async () => ({
        task: Math.max(0, ...(await traceScript(driver, unknownPage(tilesOf(names.slice(0, inserted))), file))),
        without: (await traceScript(driver, unknownPage(article.repeat(300)), file)).reduce((sum, ms) => sum + ms, 0),
      }));
    const traces = { ours: trace(driver, 'finder.js'), floor: trace(floors.texts, 'content.js') };
    if (browser === 'chrome') await alternate(bench.runs, Object.values(traces));
    return {
      found: samplesOf(insertions, (ms) => ms),
      task: samplesOf(traces, ({ task }) => task),
      without: samplesOf(traces, ({ without }) => without),
    };
  },
};

async function insert(driver: Driver, names: readonly string[]): Promise<number> {
  const page: Page = await openTimed(driver, unknownPage(tilesOf(names.slice(0, present))));
  await timeOfOverlay(page, present);
  await sleep(200); // The rest of the page's load.
  const start = await appendCards(page, tilesOf(names.slice(present, present + inserted)));
  const end = await timeOfOverlay(page, present + inserted);
  await page.close();
  return end - start;
}

/** ms of thread time of each call into a script while a page loads and settles. Chromium only. */
async function traceScript(driver: Driver, sample: SamplePage, file: string): Promise<number[]> {
  const events = await traceOf(driver, sample, 2500);
  const calls = events.filter(
    ({ name, args }) => name === 'FunctionCall' && JSON.stringify(args).includes(`/${file}"`),
  );
  return calls.map(({ tdur = 0 }) => tdur / 1000);
}
