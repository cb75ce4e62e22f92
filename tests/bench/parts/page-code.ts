import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Part } from '../part.ts';

const manifestSchema = z.object({
  content_scripts: z.array(z.object({ matches: z.array(z.string()), js: z.array(z.string()) })),
});

/**
 * The marketplace whose pages with cards load the most code, the script in the page's own world included; and the same
 * after a redesign, when the finder comes in addition to the adapter. Not compressed: browsers read an extension's files
 * from the disk.
 */
export const pageCode: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: {
    raw: { what: 'Code of a page with cards, at most', unit: 'kB', budget: 80 },
    drifted: { what: 'Code of a redesigned page, at most', unit: 'kB', budget: 125 },
  },
  measure: async ({ built }) => {
    const folder = await built();
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
    const sites = Map.groupBy(manifest.content_scripts, ({ matches }) => matches.join(' '));
    const codes = await Promise.all(
      [...sites.values()].map((scripts) => Promise.all(filesOf(scripts).map((file) => readFile(join(folder, file))))),
    );
    const finder = await readFile(join(folder, 'finder.js'));
    const largest = Math.max(...codes.map((files) => files.reduce((sum, { length }) => sum + length, 0)));
    return { raw: { ours: [largest / 1000] }, drifted: { ours: [(largest + finder.length) / 1000] } };
  },
};

/** A site's scripts of the manifest, and the files that Chromium imports later and that Firefox has in the manifest. */
function filesOf(scripts: readonly { readonly js: readonly string[] }[]): string[] {
  const site = scripts[0]?.js.at(-1)?.replace('.js', '');
  return [...new Set([...scripts.flatMap(({ js }) => js), 'overlays.js', `${site}-adapter.js`])];
}
