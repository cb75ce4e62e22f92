/** Pictures of the bench are text put together by hand: a chart library would bring more than rectangles and lines. */

/** As wide as a README is shown, px. */
export const width = 800;

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'end' | 'middle';
  readonly dim?: boolean;
}

export const text = (words: string, { x, y, anchor, dim }: Place): string =>
  `<text x="${x}" y="${y}"${anchor ? ` text-anchor="${anchor}"` : ''}${dim ? ' class="dim"' : ''}>${escaped(words)}</text>`;

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Frame {
  readonly height: number;
  /** What it shows, for whoever cannot see it. */
  readonly label: string;
}

/** A whole picture, in the colours that the reader's system prefers. */
export const frame = ({ height, label }: Frame, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>
svg { --back: #fff; --ink: #1f2328; --dim: #59636e; --rule: #d1d9e0; --ours: #0969da; --over: #cf222e; --peer: #9a6700; --floor: #1a7f37; }
@media (prefers-color-scheme: dark) {
svg { --back: #0d1117; --ink: #f0f6fc; --dim: #9198a1; --rule: #3d444d; --ours: #4493f8; --over: #f85149; --peer: #d29922; --floor: #3fb950; }
}
text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink); }
.dim { fill: var(--dim); font-size: 11px; }
.ours { fill: var(--ours); } .over { fill: var(--over); } .peer { fill: var(--peer); }
.floor { stroke: var(--floor); stroke-width: 2; } .rule { stroke: var(--rule); stroke-width: 0.5; }
.line { fill: none; stroke-width: 2; } .line.ours { stroke: var(--ours); } .line.peer { stroke: var(--peer); }
.line.least { stroke: var(--floor); } .line.firefox { stroke-dasharray: 5 4; }
.budget { stroke: var(--ink); stroke-dasharray: 3 3; }
</style>
<rect width="${width}" height="${height}" style="fill: var(--back)"/>
${body}
</svg>
`;
