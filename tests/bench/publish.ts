import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allRowsPage, readmeSection } from './pages.ts';
import { browsersOf, metricsIn } from './part.ts';
import { parts } from './parts/index.ts';
import { drawBudgets } from './picture.ts';
import { type Results, readResults, writeResults } from './results.ts';

/** `node tests/bench/publish.ts`: writes the published files anew from the published results. */

/** The published results, from the root. */
export const resultsFile = '.github/bench/results.json';

const section = /(<!-- bench[^>]* -->\n).*(<!-- \/bench -->)/s;

/**
 * Every published file but the results, by its path from the root. The rows have the order of the parts.
 * @throws Error when a metric was not measured, or the README has no place for the bench.
 */
export function publishedFiles(results: Results, readme: string): Readonly<Record<string, string>> {
  if (!section.test(readme)) throw new Error('the README has no place for the bench');
  const ordered = { ...results, rows: rowsOfAllMetrics(results) };
  return {
    '.github/bench/README.md': allRowsPage(ordered),
    '.github/bench/bench.svg': drawBudgets(ordered.rows),
    'README.md': readme.replace(section, (_, begin, end) => `${begin}\n${readmeSection(ordered)}\n\n${end}`),
  };
}

const rowsOfAllMetrics = ({ rows }: Results): Results['rows'] =>
  Object.entries(parts).flatMap(([name, part]) =>
    browsersOf(part).flatMap((browser) =>
      metricsIn(part, browser).map(([, { what }]) => {
        const row = rows.find((row) => row.part === name && row.what === what && row.browser === browser);
        if (!row) throw new Error(`the results have no row “${what}” of ${name}${browser ? ` in ${browser}` : ''}`);
        return row;
      }),
    ),
  );

/** Writes the results and the files made of them. @throws Error when a metric was not measured. */
export async function publish(root: string, results: Results): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  publishedFiles(results, readme);
  await writeResults(join(root, resultsFile), results);
  // The file's figures are rounded.
  const rounded = await readResults(join(root, resultsFile));
  for (const [path, text] of Object.entries(publishedFiles(rounded, readme))) await writeFile(join(root, path), text);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await publish(root, await readResults(join(root, resultsFile)));
}
