import { storeSettings } from '#demo/extension.ts';
import { ask, openFed, quotes } from './asking.ts';
import type { Part } from './bench.ts';
import { freshWorker } from './refresh.ts';
import { shuffledRounds } from './rounds.ts';
import { median, toRow } from './row.ts';
import { heapOfTarget } from './watch.ts';

/** What the table adds to the worker's heap, array buffers included. Only Chromium tells. */
export const heap: Part = async (bench) => {
  const fed = await bench.open('chrome');
  const bare = await bench.open('chrome');
  await storeSettings(bare, { relay: { url: 'http://127.0.0.1:1' } });
  const question = quotes(bench.market.names.slice(0, 100));
  const full = { driver: fed, own: await openFed(fed, bench.market), bytes: [] as number[] };
  const empty = { driver: bare, own: await bare.openExtensionPage('background.js'), bytes: [] as number[] };
  for await (const { thing, keep } of shuffledRounds(bench.runs, [full, empty])) {
    const { driver, own, bytes } = thing;
    const worker = await freshWorker(driver, own);
    await ask(own, question);
    const size = (await heapOfTarget(worker)) / 1e6;
    keep(() => bytes.push(size));
  }
  const about = { part: 'heap', browser: 'chrome', unit: 'MB' };
  const without = median(empty.bytes);
  const floor = ['worker without a table', empty.bytes] as const;
  return [
    toRow({ ...about, what: 'worker with the table' }, full.bytes, { floor }),
    toRow(
      { ...about, what: 'added by the table', budget: 1 },
      full.bytes.map((bytes) => bytes - without),
    ),
  ];
};
