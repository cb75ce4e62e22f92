import { html } from 'hono/html';
import { type ActivitySpan, spanMs } from '#relay/admin/activity.ts';
import type { Html } from '#relay/admin/page-frame.ts';
import type { PageTexts } from '#relay/admin/texts.ts';

const width = 640;
const left = 8;
const plotWidth = width - 2 * left;
const requestsPlot = { top: 26, height: 84 };
const upstreamPlot = { top: 150, height: 60 };
const height = 236;

/** Colours of src/ui/tokens.css; an image does not see the page's. */
const style = `text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:#5b6473}
.requests{fill:#1f5fd6}.unmodified{fill:#0a7d4b}.upstream{fill:#8a5a00}
.line{stroke:#00000030;stroke-width:1}.limit{stroke:#b92d22;stroke-width:1.5;stroke-dasharray:5 4}
@media (prefers-color-scheme:dark){text{fill:#98a2b3}.requests{fill:#6ea8ff}.unmodified{fill:#3fcf8e}
.upstream{fill:#f2b84b}.line{stroke:#ffffff40}.limit{stroke:#ff7a70}}
@media (width<480px){text{font-size:21px}}`;

interface Plot {
  readonly top: number;
  readonly height: number;
}

function bars(
  spans: readonly ActivitySpan[],
  plot: Plot,
  most: number,
  name: string,
  read: (span: ActivitySpan) => number,
) {
  const step = plotWidth / spans.length;
  return spans.map((span, at) => {
    const value = read(span);
    const size = Math.max(1, Math.min(1, value / most) * plot.height);
    const [x, y] = [round(left + at * step), round(plot.top + plot.height - size)];
    const bar = html`<rect class="${name}" x="${x}" y="${y}" width="${round(step - 1)}" height="${round(size)}"/>`;
    return value > 0 && bar;
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;

const line = (name: string, y: number): Html =>
  html`<line class="${name}" x1="${left}" x2="${width - left}" y1="${y}" y2="${y}"/>`;

const baseline = ({ top, height: size }: Plot): Html => line('line', top + size + 0.5);

const label = (x: number, y: number, words: string, anchor = 'start'): Html =>
  html`<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;

/**
 * The last day as an SVG image: requests with the share of 304s in it, and below them the requests to the price API
 * against the limit of the key.
 * @param limitPerMinute the relay's own limit of requests to the price API
 */
export function dayChart(
  spans: readonly ActivitySpan[],
  limitPerMinute: number,
  { text, number, language }: PageTexts,
): string {
  const most = Math.max(1, ...spans.map(({ requests }) => requests));
  const limit = (limitPerMinute * spanMs) / 60_000;
  const hour = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' });
  const hours = [24, 18, 12, 6, 0].map((ago, at) => {
    const anchor = at === 0 ? 'start' : at === 4 ? 'end' : 'middle';
    // Intl writes a hyphen in most languages.
    return label(left + (at * plotWidth) / 4, height - 8, `${ago > 0 ? '−' : ''}${hour.format(ago)}`, anchor);
  });
  const size = html`width="${width}" height="${height}"`;
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size}><style>${style}</style>
    ${label(left, 16, text('chartPeak', { n: number(most) }))}
    ${bars(spans, requestsPlot, most, 'requests', ({ requests }) => requests)}
    ${bars(spans, requestsPlot, most, 'unmodified', ({ notModified }) => notModified)}${baseline(requestsPlot)}
    ${label(left, 140, text('chartUpstreamLimit', { n: number(limit) }))}${line('limit', upstreamPlot.top)}
    ${bars(spans, upstreamPlot, limit, 'upstream', ({ upstream }) => upstream)}${baseline(upstreamPlot)}${hours}</svg>`);
}
