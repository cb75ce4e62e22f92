import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Part } from '../part.ts';

const manifestSchema = z.object({
  content_scripts: z.array(z.object({ matches: z.array(z.string()), js: z.array(z.string()) })),
});

/**
 * The marketplace whose pages with cards load the most code, the script in the page's own world included; and the same
 * after a redesign, when the finder comes in addition to the adapter.
 */
export const pageCode: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: {
    raw: { what: 'Code of a page with cards, at most', unit: 'kB', budget: 80 },
    gzip: { what: 'Code of a page with cards, at most, gzip', unit: 'kB', budget: 30 },
    drifted: { what: 'Code of a redesigned page, at most', unit: 'kB', budget: 110 },
    driftedGzip: { what: 'Code of a redesigned page, at most, gzip', unit: 'kB', budget: 45 },
  },
  measure: async ({ built }) => {
    const folder = await built();
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
    const sites = Map.groupBy(manifest.content_scripts, ({ matches }) => matches.join(' '));
    const codes = await Promise.all(
      [...sites.values()].map((scripts) => Promise.all(filesOf(scripts).map((file) => readFile(join(folder, file))))),
    );
    const finder = await readFile(join(folder, 'finder.js'));
    const largest = (size: (file: Buffer) => number, more: readonly Buffer[] = []) =>
      Math.max(...codes.map((files) => [...files, ...more].reduce((sum, file) => sum + size(file), 0))) / 1000;
    const raw = ({ length }: Buffer) => length;
    const gzip = (file: Buffer) => gzipSync(file, { level: 9 }).length;
    return {
      raw: { ours: [largest(raw)] },
      gzip: { ours: [largest(gzip)] },
      drifted: { ours: [largest(raw, [finder])] },
      driftedGzip: { ours: [largest(gzip, [finder])] },
    };
  },
};

/** A site's scripts of the manifest, and the files that Chromium imports later and that Firefox has in the manifest. */
function filesOf(scripts: readonly { readonly js: readonly string[] }[]): string[] {
  const site = scripts[0]?.js.at(-1)?.replace('.js', '');
  return [...new Set([...scripts.flatMap(({ js }) => js), 'overlays.js', `${site}-adapter.js`])];
}
