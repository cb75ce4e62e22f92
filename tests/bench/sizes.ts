import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Bench, Part } from './bench.ts';
import { type Row, toRow } from './row.ts';

const manifest = z.object({
  content_scripts: z.array(z.object({ matches: z.array(z.string()), js: z.array(z.string()) })),
});

/** All code that one page of a marketplace loads, the tap in its own world included, kB. */
interface Site {
  readonly name: string;
  readonly raw: number;
  readonly gzip: number;
}

export const sizes: Part = async (bench) => [...(await measure(bench, 'chrome')), ...(await measure(bench, 'firefox'))];

async function measure({ built }: Bench, browser: BrowserKind): Promise<Row[]> {
  const sites = await readSites(await built(browser));
  const about = { part: 'sizes', browser, unit: 'kB' };
  const largest = (size: 'raw' | 'gzip') => [Math.max(...sites.map((site) => site[size]))];
  return [
    toRow({ ...about, what: 'the largest marketplace, raw', budget: 60 }, largest('raw')),
    toRow({ ...about, what: 'the largest marketplace, gzip', budget: 22 }, largest('gzip')),
    ...sites.flatMap(({ name, raw, gzip }) => [
      toRow({ ...about, what: `${name} raw` }, [raw]),
      toRow({ ...about, what: `${name} gzip` }, [gzip]),
    ]),
  ];
}

async function readSites(folder: string): Promise<Site[]> {
  const { content_scripts } = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const sites = Map.groupBy(content_scripts, ({ matches }) => matches.join(' '));
  const read = [...sites.values()].map(async (scripts) => {
    const name = scripts[0]?.js.at(-1)?.replace('.js', '') ?? '';
    // In Firefox these lie ready on every page; in Chromium the page with cards fetches them.
    const names = [...new Set([...scripts.flatMap(({ js }) => js), 'overlays.js', `${name}-adapter.js`])];
    const files = await Promise.all(names.map((file) => readFile(join(folder, file))));
    const sum = (size: (file: Buffer) => number) => files.reduce((all, file) => all + size(file), 0) / 1000;
    return { name, raw: sum(({ length }) => length), gzip: sum((file) => gzipSync(file, { level: 9 }).length) };
  });
  return Promise.all(read);
}
