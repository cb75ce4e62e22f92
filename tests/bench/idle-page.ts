import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { stage } from '#demo/stage.ts';
import { openFed } from './asking.ts';
import type { Part } from './bench.ts';
import { pageOf } from './cards.ts';
import { toRow } from './row.ts';

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** µs. */
      ts: z.number(),
      dur: z.optional(z.number()),
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

/** Main-thread time that scripts take on a marketplace's page with no cards and no script of its own. */
export const idlePage: Part = async (bench) => {
  const driver = await bench.open('chrome');
  await openFed(driver, bench.market);
  const spent: number[] = [];
  for (let run = 0; run < bench.runs; run++) {
    const page = await driver.browser.newPage();
    await stage(page, [pageOf([])]);
    await page.tracing.start({ categories: ['devtools.timeline', 'v8'] });
    await page.goto(pageOf([]).url, { waitUntil: 'domcontentloaded' });
    await sleep(500);
    const recorded = await page.tracing.stop();
    spent.push(timeOfScripts(trace.parse(JSON.parse(new TextDecoder().decode(recorded))).traceEvents));
    await page.close();
  }
  const about = { part: 'idle-page', browser: 'chrome', unit: 'ms' };
  return [toRow({ ...about, what: 'main-thread work on a page without cards', budget: 3 }, spent)];
};

/** ms of script on the thread that ran the content script. @throws Error when none did. */
function timeOfScripts(events: readonly Event[]): number {
  const isOurs = ({ name, args }: Event) => name === 'EvaluateScript' && /\/csfloat\.js/.test(JSON.stringify(args));
  const main = events.find(isOurs);
  if (!main) throw new Error('the content script did not run');
  const ran = events.filter(({ name, pid, tid }) => pid === main.pid && tid === main.tid && scripting.has(name));
  let end = 0;
  let sum = 0;
  for (const { ts, dur = 0 } of ran.sort((one, other) => one.ts - other.ts)) {
    sum += Math.max(0, ts + dur - Math.max(ts, end));
    end = Math.max(end, ts + dur);
  }
  return sum / 1000;
}
