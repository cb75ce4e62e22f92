import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Part } from './bench.ts';
import { toRow } from './row.ts';

const manifest = z.object({
  content_scripts: z.array(z.object({ matches: z.array(z.string()), js: z.array(z.string()) })),
});

/** All code that one page of a marketplace loads, the tap in its own world included. */
export const sizes: Part = async ({ built }) => {
  const folder = await built('chrome');
  const { content_scripts } = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const sites = Map.groupBy(content_scripts, ({ matches }) => matches.join(' '));
  const rows = [...sites].map(async ([site, scripts]) => {
    const names = [...scripts.flatMap(({ js }) => js), 'overlays.js'];
    const files = await Promise.all(names.map((file) => readFile(join(folder, file))));
    const sum = (size: (file: Buffer) => number) => files.reduce((all, file) => all + size(file), 0) / 1000;
    const about = { part: 'sizes', unit: 'kB' };
    return [
      toRow({ ...about, what: `${site} raw`, budget: 60 }, [sum(({ length }) => length)]),
      toRow({ ...about, what: `${site} gzip`, budget: 22 }, [sum((file) => gzipSync(file, { level: 9 }).length)]),
    ];
  });
  return (await Promise.all(rows)).flat();
};
