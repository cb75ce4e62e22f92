import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifestSchema = z.object({
  content_scripts: z.array(z.object({ matches: z.array(z.string()), js: z.array(z.string()) })),
});

/** Not compressed: browsers read an extension's files from the disk. After a redesign the finder comes in addition. */
export function pageCode(folder: string): { readonly cards: number; readonly redesigned: number } {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const sites = Map.groupBy(manifest.content_scripts, ({ matches }) => matches.join(' '));
  const bytes = (file: string) => statSync(join(folder, file)).size;
  const sums = [...sites.values()].map((scripts) => filesOf(scripts).reduce((sum, file) => sum + bytes(file), 0));
  const cards = Math.max(...sums);
  return { cards, redesigned: cards + bytes('finder.js') };
}

/** A site's scripts of the manifest, and the files that Chromium imports later and that Firefox has in the manifest. */
function filesOf(scripts: readonly { readonly js: readonly string[] }[]): string[] {
  const site = scripts[0]?.js.at(-1)?.replace('.js', '');
  return [...new Set([...scripts.flatMap(({ js }) => js), 'overlays.js', `${site}-adapter.js`])];
}
