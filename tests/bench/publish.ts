import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readmeSection } from './pages.ts';
import { browsersOf, metricsIn } from './part.ts';
import { parts } from './parts/index.ts';
import { type Results, readResults, writeResults } from './results.ts';

/** `node tests/bench/publish.ts`: writes the README's section anew from the published results. */

/** The published results, from the root. */
export const resultsFile = '.github/bench/results.json';

const section = /(<!-- bench[^>]* -->\n).*(<!-- \/bench -->)/s;

/**
 * The README with the results in its section. The rows have the order of the parts.
 * @throws Error when a metric was not measured, or the README has no place for the bench.
 */
export function withResults(readme: string, results: Results): string {
  if (!section.test(readme)) throw new Error('the README has no place for the bench');
  const ordered = { ...results, rows: rowsOfAllMetrics(results) };
  return readme.replace(section, (_, begin, end) => `${begin}\n${readmeSection(ordered)}\n\n${end}`);
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

/** Writes the results and the README. @throws Error when a metric was not measured. */
export async function publish(root: string, results: Results): Promise<void> {
  const path = join(root, 'README.md');
  const readme = await readFile(path, 'utf8');
  withResults(readme, results);
  await writeResults(join(root, resultsFile), results);
  // The file's figures are rounded.
  await writeFile(path, withResults(readme, await readResults(join(root, resultsFile))));
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await publish(root, await readResults(join(root, resultsFile)));
}
