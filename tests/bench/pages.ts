import { claims, rowsFor } from './claims.ts';
import { brief, budgetOf } from './figures.ts';
import { growthTables, sideBySide } from './growth.ts';
import type { Results } from './results.ts';
import { isKept, type Row } from './row.ts';
import { formatTable, layOut } from './table.ts';

/** The short table and what it says of itself, for the README. */
export const shortPage = (results: Results): string => `## Measured

![The share of each budget that is used](.github/bench/bench.svg)

${shortTable(results.rows)}

Where there are two figures, they are Chromium · Firefox. ${circumstances(results)}

- _Floor_: the least that can be done, in the same run: an empty message, an empty script, JSON.parse of the same text,
  nginx with a file of the same size.
- _A peer’s way_: the same work done as the nearest peer’s source does it (every page parses the whole table), written anew
  in \`tests/bench/peer.ts\` without what else it does.
- Every row, its spread, and how cost grows to 100,000 items, 1,000 cards and 50 tabs:
  [.github/bench](.github/bench/README.md). \`npm run bench\` measures it all again.`;

const heads = ['', 'Skinlens', 'floor', 'a peer’s way', 'budget', 'kept'];

function shortTable(rows: readonly Row[]): string {
  const lines = claims.map((claim) => {
    const found = rowsFor(claim, rows);
    const beside = (side: 'floor' | 'peer') =>
      found.some((row) => row[side]) ? sideBySide(found.map((row) => row[side]?.median)) : '';
    const [first] = found;
    const kept = [...new Set(found.map((row) => (isKept(row) ? 'yes' : 'NO')))];
    return [
      `${claim.says}, ${first?.unit}`,
      `**${sideBySide(found.map(({ median }) => median))}**`,
      beside('floor'),
      beside('peer'),
      first ? budgetOf(first) : '',
      kept.join(' · '),
    ];
  });
  return layOut(heads, lines);
}

/** Everything that was measured, for whoever wants to see more. */
export const fullPage = (results: Results): string => `# What the bench measured

Written by \`npm run bench -- --publish\`; the same as data: [results.json](results.json).

${circumstances(results)} ${results.machine.browsers.map(({ version }) => version).join(', ')}, Node ${results.machine.node},
${results.machine.system}.

![The share of each budget that is used](bench.svg)

## How cost grows

Chromium · Firefox. Beyond the ${brief(realItems)} items of the catalogue, names are made up: every weapon with every finish
in every wear.

![How cost grows with items, cards and tabs](growth.svg)

${growthTables(results.rows)}

## Every row

The middle half are the first and third quartile of the runs. A budget stands for itself or is measured by the floor.

${formatTable(results.rows)}

## How it went

A load above ${busy(results)} before a part means that others used the machine as well, or that the part before had not cooled.
Most parts wait before each run, for 3 s at most, until the machine does a piece of work nearly as fast as it ever did
during the bench. Where its host gives time of its cores to other machines meanwhile, or the work takes longer again after the
run, things are measured up to twice as often, and those runs are kept that were disturbed least; how many of these were
disturbed is told.

${partTable(results)}
`;

const realItems = 37_531;

/** How, when and where. */
function circumstances({ at, commit, machine, parts, rows }: Results): string {
  const runs = Math.max(...rows.filter(({ part }) => part === 'cold-page').map(({ runs }) => runs));
  const often = runs === 1 ? 'One run' : `Medians of ${runs} runs (more or fewer where a row says so)`;
  const on = `${machine.cpu.replace(/\(R\)|\(TM\)/g, '')}, ${machine.cores} cores`;
  return `${often} on ${at.slice(0, 10)}, commit ${commit}${addedTo(commit, parts)}, ${on}.`;
}

/** The parts that were measured on another commit, with theirs. */
function addedTo(first: string, parts: Results['parts']): string {
  const added = parts.flatMap(({ part, commit = first }) => (commit === first ? [] : `${part}: ${commit}`));
  return added.length > 0 ? ` (${added.join(', ')})` : '';
}

/** More processes than half again as many as there are cores. */
const busy = ({ machine }: Results): number => machine.cores * 1.5;

function partTable(results: Results): string {
  const lines = results.parts.map(({ part, seconds, loadBefore, loadAfter, runs, disturbed }) => [
    part,
    String(seconds),
    `${brief(loadBefore)}${loadBefore > busy(results) ? ' (busy)' : ''}`,
    brief(loadAfter),
    runs ? `${disturbed} of ${runs}` : '',
  ]);
  return layOut(['part', 'seconds', 'load before', 'load after', 'disturbed'], lines);
}
