import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resultsPage } from './pages.ts';
import { browsersOf, metricsIn } from './part.ts';
import { parts } from './parts/index.ts';
import { type Results, readResults, writeResults } from './results.ts';

/** `node tests/bench/publish.ts`: writes the page of the published results anew. */

export const resultsFile = '.github/bench/results.json';
export const pageFile = '.github/bench/README.md';

export const pageOf = (results: Results): string => resultsPage({ ...results, rows: rowsOfAllMetrics(results) });

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

export async function publish(root: string, results: Results): Promise<void> {
  pageOf(results);
  await writeResults(join(root, resultsFile), results);
  // The file's figures are rounded.
  await writeFile(join(root, pageFile), pageOf(await readResults(join(root, resultsFile))));
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await publish(root, await readResults(join(root, resultsFile)));
}
