import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawGrowth } from './growth-picture.ts';
import { fullPage, shortPage } from './pages.ts';
import { draw } from './picture.ts';
import { type Results, readResults, writeResults } from './results.ts';

/** `node tests/bench/publish.ts`: puts the results of the last run, `.bench/results.json`, into the repository. */

/** Where the published results stand, from the root. */
export const resultsFile = '.github/bench/results.json';

const marked = /(<!-- bench[^>]* -->\n).*(<!-- \/bench -->)/s;

/** Every file that says what was measured, by its path from the root, but for the results themselves. */
export function written(results: Results, readme: string): Readonly<Record<string, string>> {
  if (!marked.test(readme)) throw new Error('the README has no place for the bench');
  return {
    '.github/bench/README.md': fullPage(results),
    '.github/bench/bench.svg': draw(results.rows),
    '.github/bench/growth.svg': drawGrowth(results.rows),
    'README.md': readme.replace(marked, (_, begin, end) => `${begin}\n${shortPage(results)}\n\n${end}`),
  };
}

/** Writes results and all that says what they are. @throws Error when a claim was not measured. */
export async function publish(root: string, results: Results): Promise<void> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  await mkdir(join(root, '.github', 'bench'), { recursive: true });
  await writeResults(join(root, resultsFile), results);
  // As they stand in the file: its figures are rounded.
  const kept = await readResults(join(root, resultsFile));
  for (const [path, text] of Object.entries(written(kept, readme))) await writeFile(join(root, path), text);
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await publish(root, await readResults(join(root, '.bench', 'results.json')));
}
