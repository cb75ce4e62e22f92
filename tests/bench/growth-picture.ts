import { brief } from './figures.ts';
import { grownOf } from './growth.ts';
import type { Row } from './row.ts';
import { frame, text } from './svg.ts';

/** One chart: what grows, what it costs, and what stands beside it. */
interface Chart {
  readonly part: string;
  readonly says: string;
  readonly grows: string;
  readonly what: string;
  readonly beside?: { readonly side: 'floor' | 'peer'; readonly kind: string; readonly says: string };
}

const charts: readonly Chart[] = [
  {
    part: 'growth-items',
    says: 'New prices read, checked and kept, ms',
    grows: 'items',
    what: 'a refresh, ms',
    beside: { side: 'floor', kind: 'least', says: 'JSON.parse alone' },
  },
  {
    part: 'growth-cards',
    says: 'Page ready → all cards priced, ms',
    grows: 'cards on a page',
    what: 'DOMContentLoaded → last overlay, ms',
    beside: { side: 'peer', kind: 'peer', says: 'a peer’s way' },
  },
  {
    part: 'growth-tabs',
    says: 'New prices → shown in every tab, ms',
    grows: 'tabs of 40 cards',
    what: 'new prices told → the last tab shows them, ms',
  },
];

const [chartWidth, plotWidth, plotHeight, top] = [264, 196, 150, 68];

/** How cost grows, as SVG: a chart for each thing that grows; both axes count in powers of ten. @throws Error when one was not measured. */
export const drawGrowth = (rows: readonly Row[]): string =>
  frame(
    { height: top + plotHeight + 44, label: 'How cost grows with items, cards and tabs' },
    [
      text('How cost grows: both axes in powers of ten', { x: 12, y: 22 }),
      text('blue: Skinlens; solid: Chromium, dashed: Firefox', { x: 300, y: 22, dim: true }),
      ...charts.flatMap((chart, at) => drawChart(chart, rows, 40 + at * chartWidth)),
    ].join('\n'),
  );

type Point = readonly [x: number, y: number];

interface Line {
  readonly kind: string;
  readonly browser: string;
  readonly points: readonly Point[];
}

function drawChart(chart: Chart, rows: readonly Row[], left: number): string[] {
  const lines = linesOf(chart, rows);
  const points = lines.flatMap((line) => line.points);
  const x = scale(
    points.map(([x]) => x),
    left,
    left + plotWidth,
  );
  const y = scale(
    points.map(([, y]) => y),
    top + plotHeight,
    top,
  );
  const { says, grows, beside } = chart;
  const counts = [...new Set(points.map(([x]) => x))];
  return [
    text(says, { x: left - 28, y: 44 }),
    ...(beside ? [`<line class="line ${beside.kind}" x1="${left - 28}" x2="${left - 8}" y1="55" y2="55"/>`] : []),
    ...(beside ? [text(beside.says, { x: left - 2, y: 59, dim: true })] : []),
    ...powersIn(points.map(([, y]) => y)).flatMap((power) => [
      `<line class="rule" x1="${left}" x2="${left + plotWidth}" y1="${y(power)}" y2="${y(power)}"/>`,
      text(short(power), { x: left - 4, y: y(power) + 4, anchor: 'end', dim: true }),
    ]),
    ...counts.map((count) =>
      text(short(count), { x: x(count), y: top + plotHeight + 16, anchor: 'middle', dim: true }),
    ),
    text(grows, { x: left + plotWidth / 2, y: top + plotHeight + 33, anchor: 'middle', dim: true }),
    ...lines.map(({ kind, browser, points }) => {
      const places = points.map(([count, ms]) => `${x(count)},${y(ms)}`);
      return `<polyline class="line ${kind} ${browser}" points="${places.join(' ')}"/>`;
    }),
  ];
}

function linesOf({ part, what, beside }: Chart, rows: readonly Row[]): Line[] {
  const grown = rows
    .filter((row) => row.part === part)
    .map(grownOf)
    .filter((one) => one.what === what);
  if (grown.length === 0) throw new Error(`the bench has no row “${what}” of ${part}`);
  const line = (browser: string, kind: string, of: (row: Row) => number | undefined): Line => ({
    kind,
    browser,
    points: grown
      .filter(({ row }) => row.browser === browser)
      .flatMap(({ row, count }) => {
        const ms = of(row);
        return ms === undefined ? [] : [[Number(count.replaceAll(',', '')), ms] as const];
      }),
  });
  return ['chrome', 'firefox'].flatMap((browser) => [
    line(browser, 'ours', ({ median }) => median),
    ...(beside ? [line(browser, beside.kind, (row) => row[beside.side]?.median)] : []),
  ]);
}

/** The powers of ten around values. */
function powersIn(values: readonly number[]): number[] {
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  return Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
}

/** From whole powers of ten to px, a tenth of one at the finest. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const powers = powersIn(values).map(Math.log10);
  const [low = 0, high = 1] = [powers[0], powers.at(-1)];
  return (value) => Number((from + ((Math.log10(value) - low) / Math.max(1, high - low)) * (to - from)).toFixed(1));
}

const short = (value: number): string => (value >= 1000 ? `${brief(value / 1000)}k` : brief(value));
