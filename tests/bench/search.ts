import { gunzip, gzip, inSearchOrder } from '#prices/search/name-store.ts';

import { search as find } from '#prices/search/search.ts';
import { buildIndex, type SearchIndex } from '#prices/search/search-index.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import type { Part } from './bench.ts';
import { toRow } from './row.ts';

/** Typed letter by letter: abbreviations, many results, a phase, a typing error, and nothing at all. */
const typed = [
  'ak redl ft',
  'st m4a1 printstream',
  'karambit doppler p2',
  'sticker katowice 2014',
  'awp asimov fn',
  'zzz',
];

/** What a keystroke costs over all names, without the message to the worker, which `worker` measures. */
export const search: Part = async ({ runs }) => {
  const names = await readCatalogue();
  const times = { first: [] as number[], later: [] as number[], slowest: [] as number[], keep: [] as number[] };
  let bytes = new ArrayBuffer(0);
  for (let run = 0; run < runs; run++) {
    times.keep.push(await timed(async () => (bytes = await gzip(inSearchOrder(names)))));
    let index: SearchIndex | undefined;
    times.first.push(
      await timed(async () => {
        index = buildIndex(await gunzip(bytes));
        find(index, 'a', 20);
      }),
    );
    const laps = index ? await keystrokes(index) : [];
    times.later.push(...laps);
    times.slowest.push(Math.max(...laps));
  }
  const about = { part: 'search', unit: 'ms' };
  return [
    toRow({ ...about, what: 'names of a new table, sorted and compressed' }, times.keep),
    toRow({ ...about, what: 'names on disk', unit: 'kB' }, [bytes.byteLength / 1000]),
    toRow({ ...about, what: 'the first keystroke, names prepared for it' }, times.first),
    toRow({ ...about, what: 'a later keystroke', budget: 16 }, times.later),
    toRow({ ...about, what: 'the slowest of them in a run', budget: 16 }, times.slowest),
  ];
};

async function keystrokes(index: SearchIndex): Promise<number[]> {
  const laps: number[] = [];
  for (const text of typed)
    for (let length = 1; length <= text.length; length++)
      laps.push(await timed(async () => find(index, text.slice(0, length), 20)));
  return laps;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
