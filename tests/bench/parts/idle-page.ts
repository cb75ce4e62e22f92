import type { Driver } from '#demo/driver-contract.ts';
import { emptyScript } from '../browser/generated-extension.ts';
import { type TraceEvent, traceOf } from '../browser/page-timing.ts';
import { openPeer, peerName } from '../browser/peer-extension.ts';
import { searchPage } from '../browser/sample-cards.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

const withoutCards = searchPage([]);

/** Page and driver run scripts, too: the budget is relative to a floor with them. The finder looks after 2 s. */
export const idlePage: Part = {
  browsers: ['chrome'],
  metrics: {
    page: {
      what: 'Main-thread work on a page without cards, in 6 s',
      unit: 'ms',
      budget: 40,
      against: 'beyond floor',
      floor: 'empty script',
      peer: peerName,
    },
  },
  measure: async (bench) => {
    const { driver } = await openWithPrices(bench);
    // The peer reads its table first.
    const scripts = (driver: Driver, file: string) =>
      contender(async () => timeOfScripts(await traceOf(driver, withoutCards, 6000), file));
    const all = {
      ours: scripts(driver, `${withoutCards.site}.js`),
      floor: scripts(await bench.open(emptyScript), 'content.js'),
      peer: scripts(await openPeer(bench), 'content.js'),
    };
    await alternate(bench.runs, Object.values(all));
    return { page: samplesOf(all, (ms) => ms) };
  },
};

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

/** ms of script on the thread that ran the content script. Events nest, so overlaps count once. @throws Error when none ran. */
function timeOfScripts(events: readonly TraceEvent[], file: string): number {
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
