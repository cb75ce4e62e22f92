import { boundOf, byMetric, type Row } from './row.ts';
import { brief } from './table.ts';

// All lengths are px.
const width = 800;
const top = 74;
const rowHeight = 19;
const gap = 9;
const barsLeft = 404;
/** Length of a bar that uses its whole budget. */
const budgetWidth = 130;
/** Longer bars are cut; their figure stands beside them. */
const mostShare = 2.1;

/** The share of each budget in use, as SVG: a bar for ours, a thin bar for the peer's way, a tick for the floor. */
export function drawBudgets(rows: readonly Row[]): string {
  const pieces: string[] = [];
  let y = top;
  for (const found of byMetric(rows)) {
    pieces.push(text(12, y + 12, found[0]?.what ?? ''));
    for (const row of found) {
      pieces.push(...drawRow(row, y));
      y += rowHeight;
    }
    pieces.push(line('rule', 12, y + 3, width - 12, y + 3));
    y += gap;
  }
  return frame(y, [...drawLegend(y), ...pieces]);
}

function drawRow(row: Row, y: number): string[] {
  const { browser, floor, peer, median, unit } = row;
  const ours = shareOf(row, median);
  const peers = peer ? shareOf(row, peer.median) : 0;
  const floors = floor ? shareOf(row, floor.median) : Number.POSITIVE_INFINITY;
  const floorX = round(barsLeft + floors * budgetWidth);
  const labelX = barsLeft + 8 + budgetWidth * Math.max(1, Math.min(mostShare, Math.max(ours, peers)));
  const peerFigure = peer ? ` | <tspan class="peer">${brief(peer.median)}</tspan>` : '';
  return [
    browser ? text(barsLeft - 8, y + 12, browser === 'chrome' ? 'Chromium' : 'Firefox', 'end') : '',
    bar(ours > 1 ? 'over' : 'ours', ours, y + 3, peer ? 8 : 11),
    peer ? bar('peer', peers, y + 12, 4) : '',
    floors <= mostShare ? line('floor', floorX, y + 1, floorX, y + 17) : '',
    `<text x="${round(labelX)}" y="${y + 13}">${brief(median)}${peerFigure} ${unit}</text>`,
  ];
}

/** The share of its budget that a figure uses. Where more is better, twice the budget uses half of it. */
const shareOf = (row: Row, figure: number): number => (row.atLeast ? boundOf(row) / figure : figure / boundOf(row));

function drawLegend(height: number): string[] {
  const [budgetX, y] = [barsLeft + budgetWidth, 44];
  return [
    text(12, 22, 'Share of each budget in use: shorter is better'),
    `<rect class="ours" x="12" y="35" width="22" height="9"/>${text(40, y, 'Skinlens', 'start')}`,
    `<rect class="over" x="104" y="35" width="22" height="9"/>${text(132, y, 'over its budget', 'start')}`,
    `<rect class="peer" x="230" y="38" width="22" height="4"/>${text(258, y, 'peer’s way', 'start')}`,
    line('floor', 344, 32, 344, 48) + text(352, y, 'floor: the least possible work', 'start'),
    text(budgetX, top - 8, 'budget', 'middle'),
    line('budget', budgetX, top - 4, budgetX, height - 6),
  ];
}

const round = (px: number): number => Number(px.toFixed(1));

const bar = (kind: string, share: number, y: number, height: number): string =>
  `<rect class="${kind}" x="${barsLeft}" y="${y}" width="${round(Math.max(1, Math.min(share, mostShare) * budgetWidth))}" height="${height}"/>`;

const line = (kind: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

/** Anchored text is dimmed. */
function text(x: number, y: number, words: string, anchor?: 'start' | 'middle' | 'end'): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}"${anchor ? ` class="dim" text-anchor="${anchor}"` : ''}>${escaped}</text>`;
}

const frame = (height: number, pieces: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Share of each budget in use">
<style>
svg { --back: #fff; --ink: #1f2328; --dim: #59636e; --rule: #d1d9e0; --ours: #0969da; --over: #cf222e; --peer: #9a6700; --floor: #1a7f37; }
@media (prefers-color-scheme: dark) {
svg { --back: #0d1117; --ink: #f0f6fc; --dim: #9198a1; --rule: #3d444d; --ours: #4493f8; --over: #f85149; --peer: #d29922; --floor: #3fb950; }
}
text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); }
.dim { fill: var(--dim); font-size: 11px; }
.ours { fill: var(--ours); } .over { fill: var(--over); } .peer { fill: var(--peer); }
.floor { stroke: var(--floor); stroke-width: 2; } .rule { stroke: var(--rule); stroke-width: 0.5; }
.budget { stroke: var(--ink); stroke-dasharray: 3 3; }
</style>
<rect width="${width}" height="${height}" style="fill: var(--back)"/>
${pieces.filter(Boolean).join('\n')}
</svg>
`;
