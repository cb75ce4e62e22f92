import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browsersOf, metricsIn } from './part.ts';
import { parts } from './parts/index.ts';
import { type Results, readResults, writeResults } from './results.ts';
import { byMetric, isKept, type Row } from './row.ts';
import { brief, budgetOf, keptOf, layOut } from './table.ts';

const resultsPage = (results: Results): string => `# Measured

\`npm run bench -- --publish\` writes this page.

${shortTable(results.rows)}

Two figures in a cell are Chromium · Firefox. ${circumstances(results)}

${Object.keys(parts)
  .map((part) => missedLine(part, results.rows))
  .join(
    '',
  )}- _Floor_: the least possible work, measured in the same run: an empty message, an empty script, JSON.parse of the
  same text.
- _Peer’s way_: the nearest peer’s approach (every page parses the whole table), reimplemented in
  \`tests/bench/browser/peer-extension.ts\` without the peer’s other work. The peer itself, built from its source and run
  beside Skinlens on the same pages on 2026-11-28, took 2,406 to 2,426 ms for 100 cards added (Skinlens 173 to 179 on that
  loaded machine), 14.5 MB of a page’s heap (2.2) and 2,420 kB of code (85).
- _Longest task_: 0 means no task over 50 ms.
- The spread of each figure: [results.json](results.json). \`npm run bench\` measures all of them again.
`;

function shortTable(rows: readonly Row[]): string {
  const lines = byMetric(rows).map((found) => {
    const [first] = found;
    const side = (of: 'floor' | 'peer') => sideBySide(found.flatMap((row) => row[of]?.median ?? []));
    return [
      `${first?.what}, ${first?.unit}`,
      `**${sideBySide(found.map(({ median }) => median))}**`,
      side('floor'),
      side('peer'),
      first ? budgetOf(first) : '',
      [...new Set(found.map(keptOf))].join(' · '),
    ];
  });
  return layOut(['', 'Skinlens', 'floor', 'peer’s way', 'budget', 'kept'], lines);
}

function missedLine(part: string, rows: readonly Row[]): string {
  const missed = rows.filter((row) => row.part === part && !isKept(row)).map(({ what }) => what);
  const sentence = parts[part]?.missed;
  if (missed.length === 0) return '';
  if (!sentence) throw new Error(`${part} misses a budget and does not say what users notice`);
  return `- _${[...new Set(missed)].join('; ')}_: ${sentence}\n`;
}

const sideBySide = (figures: readonly number[]): string => figures.map(brief).join(' · ');

function circumstances({ at, commit, machine, parts, rows }: Results): string {
  const runs = Math.max(...rows.map(({ runs }) => runs));
  const others = parts.flatMap((run) => (run.commit && run.commit !== commit ? [`${run.part}: ${run.commit}`] : []));
  const commits = others.length > 0 ? `${commit} (${others.join(', ')})` : commit;
  const cpu = machine.cpu.replace(/\(R\)|\(TM\)/g, '');
  return `Medians of up to ${runs} runs on ${at.slice(0, 10)}, commit ${commits}, ${cpu}, ${machine.cores} cores.`;
}

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
  rowsOfAllMetrics(results);
  await writeResults(join(root, resultsFile), results);
  // The file's figures are rounded.
  await writeFile(join(root, pageFile), pageOf(await readResults(join(root, resultsFile))));
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await publish(root, await readResults(join(root, resultsFile)));
}
