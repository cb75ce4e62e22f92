import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const manifestSchema = z.object({
  content_scripts: z.array(z.object({ matches: z.array(z.string()), js: z.array(z.string()) })),
});

/** Not compressed: browsers read an extension's files from the disk. After a redesign the finder comes in addition. */
function pageCode(folder: string): { readonly cards: number; readonly redesigned: number } {
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

/** Bytes, the same on every machine. A budget is raised by a decision and not by a commit; the aims are 80 and 105 kB. */
const budgets = { cards: 90_200, redesigned: 134_100 };

test.each(['chrome-mv3', 'firefox-mv3'])('%s: a page loads no more code than its budget', (build) => {
  const { cards, redesigned } = pageCode(fileURLToPath(new URL(`../../.output/${build}`, import.meta.url)));
  expect(cards).toBeLessThanOrEqual(budgets.cards);
  expect(redesigned).toBeLessThanOrEqual(budgets.redesigned);
});
