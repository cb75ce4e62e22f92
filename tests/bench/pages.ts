import type { Results } from './results.ts';
import { byMetric, type Row } from './row.ts';
import { brief, budgetOf, keptOf, layOut } from './table.ts';

/** `.github/bench/README.md`: the published results as a page. */
export const resultsPage = (results: Results): string => `# Measured

\`npm run bench -- --publish\` writes this page.

${shortTable(results.rows)}

Two figures in a cell are Chromium · Firefox. ${circumstances(results)}

- _Floor_: the least possible work, measured in the same run: an empty message, an empty script, JSON.parse of the
  same text.
- _Peer’s way_: the nearest peer’s approach (every page parses the whole table), reimplemented in
  \`tests/bench/browser/peer-extension.ts\` without the peer’s other work.
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

const sideBySide = (figures: readonly number[]): string => figures.map(brief).join(' · ');

function circumstances({ at, commit, machine, parts, rows }: Results): string {
  const runs = Math.max(...rows.map(({ runs }) => runs));
  const others = parts.flatMap((run) => (run.commit && run.commit !== commit ? [`${run.part}: ${run.commit}`] : []));
  const commits = others.length > 0 ? `${commit} (${others.join(', ')})` : commit;
  const cpu = machine.cpu.replace(/\(R\)|\(TM\)/g, '');
  return `Medians of up to ${runs} runs on ${at.slice(0, 10)}, commit ${commits}, ${cpu}, ${machine.cores} cores.`;
}
