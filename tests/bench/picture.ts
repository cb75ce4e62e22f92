import { type Claim, claims, rowsFor } from './claims.ts';
import { brief, browserNames } from './figures.ts';
import { boundOf, type Row } from './row.ts';
import { frame, type Place, text, width } from './svg.ts';

/** How much of each budget is used, as SVG: a bar for ours, a thin one for the peer's way, a tick for the floor. */
export function draw(rows: readonly Row[]): string {
  const pieces: string[] = [];
  let y = top;
  for (const claim of claims) {
    const found = rowsFor(claim, rows);
    pieces.push(...drawClaim(claim, found, y));
    y += found.length * lineHeight + gap;
  }
  return frame({ height: y, label: 'How much of each budget is used' }, [legend(y), ...pieces].join('\n'));
}

const top = 74;
const lineHeight = 19;
const gap = 9;
/** Where the bars begin, and what a whole budget is long. */
const left = 404;
const whole = 130;
/** Longer bars are cut; their figures stand beside them. */
const most = 2.1;

function drawClaim({ says }: Claim, rows: readonly Row[], y: number): string[] {
  return [
    text(says, { x: 12, y: y + 12 }),
    ...rows.flatMap((row, at) => drawRow(row, y + at * lineHeight)),
    `<line class="rule" x1="12" x2="${width - 12}" y1="${y + rows.length * lineHeight + 3}" y2="${y + rows.length * lineHeight + 3}"/>`,
  ];
}

function drawRow(row: Row, y: number): string[] {
  const { browser, floor, peer, median } = row;
  const ours = shareOf(row, median);
  const floorAt = floor && shareOf(row, floor.median);
  return [
    ...(browser ? [text(browserNames[browser] ?? browser, { x: left - 8, y: y + 12, anchor: 'end', dim: true })] : []),
    bar('ours', ours, y + 3, peer ? 8 : 11),
    ...(peer ? [bar('peer', shareOf(row, peer.median), y + 12, 4)] : []),
    ...(floorAt !== undefined && floorAt <= most ? [tick(floorAt, y)] : []),
    figures(row, { x: left + labelAt(ours, peer && shareOf(row, peer.median)), y: y + 13 }),
  ];
}

/** How much of its budget a figure uses: 1 is all of it. Where more is better, a half is twice the budget. */
function shareOf(row: Row, figure: number): number {
  const bound = boundOf(row) ?? Number.NaN;
  return row.atLeast ? bound / figure : figure / bound;
}

/** Right of the longer bar, and never on the line of the budget. */
function labelAt(...shares: readonly (number | undefined)[]): number {
  const end = Math.min(most, Math.max(...shares.map((share) => share ?? 0))) * whole + 8;
  return end + 70 > whole ? Math.max(end, whole + 8) : end;
}

function bar(kind: 'ours' | 'peer', share: number, y: number, height: number): string {
  const long = Math.max(1, Math.min(share, most) * whole);
  const state = kind === 'ours' && share > 1 ? 'over' : kind;
  const cut = share > most ? `<path class="${state}" d="M${left + long} ${y}l6 ${height / 2}l-6 ${height / 2}z"/>` : '';
  return `<rect class="${state}" x="${left}" y="${y}" width="${long.toFixed(1)}" height="${height}"/>${cut}`;
}

const tick = (share: number, y: number): string => {
  const x = (left + share * whole).toFixed(1);
  return `<line class="floor" x1="${x}" x2="${x}" y1="${y + 1}" y2="${y + 17}"/>`;
};

/** Ours, the peer's in its colour, and the unit. */
function figures({ median, peer, unit }: Row, { x, y }: Place): string {
  const theirs = peer ? ` | <tspan class="peer">${brief(peer.median)}</tspan>` : '';
  return `<text x="${x.toFixed(1)}" y="${y}">${brief(median)}${theirs} ${unit}</text>`;
}

const legend = (
  height: number,
): string => `${text('How much of each budget is used: shorter is better', { x: 12, y: 22 })}
<rect class="ours" x="12" y="35" width="22" height="9"/>${text('Skinlens', { x: 40, y: 44, dim: true })}
<rect class="over" x="104" y="35" width="22" height="9"/>${text('over its budget', { x: 132, y: 44, dim: true })}
<rect class="peer" x="230" y="38" width="22" height="4"/>${text('a peer’s way', { x: 258, y: 44, dim: true })}
<line class="floor" x1="344" x2="344" y1="32" y2="48"/>${text('floor: the least that can be done', { x: 352, y: 44, dim: true })}
${text('budget', { x: left + whole, y: top - 8, anchor: 'middle', dim: true })}
<line class="budget" x1="${left + whole}" x2="${left + whole}" y1="${top - 4}" y2="${height - 6}"/>`;
