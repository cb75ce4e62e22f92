import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { stage } from '#demo/stage.ts';
import { emptyScript } from '../browser/generated-extension.ts';
import { openPeer, peerName } from '../browser/peer-extension.ts';
import { searchPage } from '../browser/sample-cards.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

const withoutCards = searchPage([]);
/** On Waxpeer a second script in the page's own world reads the answers that the page fetches. */
const withoutCardsTapped = { ...withoutCards, site: 'waxpeer', url: 'https://waxpeer.com/' };

const limit = { unit: 'ms', budget: 4, against: 'beyond floor', floor: 'empty script', peer: peerName } as const;

/**
 * Thread time of all scripts on the main thread. Scripts of the page and of the browser's driver run as well, so the
 * budget is relative to a floor that has them too.
 */
export const idlePage: Part = {
  browsers: ['chrome'],
  metrics: {
    page: { what: 'Main-thread work on a page without cards', ...limit },
    tapped: { what: 'Main-thread work where a page’s answers are read', ...limit },
  },
  measure: async (bench) => {
    const { driver } = await openWithPrices(bench);
    const scripts = (driver: Driver, file?: string) =>
      contender(async () => ({
        page: await traceScripts(driver, withoutCards, file),
        tapped: await traceScripts(driver, withoutCardsTapped, file),
      }));
    const all = {
      ours: scripts(driver),
      floor: scripts(await bench.open(emptyScript), 'content.js'),
      peer: scripts(await openPeer(bench), 'content.js'),
    };
    await alternate(bench.runs, Object.values(all));
    return { page: samplesOf(all, ({ page }) => page), tapped: samplesOf(all, ({ tapped }) => tapped) };
  },
};

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** µs of thread time, which stands still while others use the core; instant events have none. */
      tts: z.optional(z.number()),
      tdur: z.optional(z.number()),
      args: z.optional(z.unknown()),
    }),
  ),
});

type Event = z.infer<typeof traceSchema>['traceEvents'][number];

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

/** ms of scripts while a page loads; `file` is the content script, by default the site's own. */
async function traceScripts({ browser }: Driver, sample: SamplePage, file = `${sample.site}.js`): Promise<number> {
  const page = await browser.newPage();
  await stage(page, [sample]);
  await page.tracing.start({ categories: ['devtools.timeline', 'v8', 'v8.execute'] });
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  await sleep(1000); // The peer reads its table first.
  const trace = await page.tracing.stop();
  await page.close();
  return timeOfScripts(traceSchema.parse(JSON.parse(new TextDecoder().decode(trace))).traceEvents, file);
}

/** ms of script on the thread that ran the content script. Events nest, so overlaps count once. @throws Error when none ran. */
function timeOfScripts(events: readonly Event[], file: string): number {
  const main = events.find(({ name, args }) => name === 'EvaluateScript' && JSON.stringify(args).includes(`/${file}`));
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
