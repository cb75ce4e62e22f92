import uPlot from 'uplot';
import { isolatedPoints, type PriceSeries } from '#core/prices/item-past.ts';

/** Draws a small price line into an element once it is visible. Returns a function that removes the line. */
export function drawSeries(place: HTMLElement, series: PriceSeries): () => void {
  let chart: uPlot | undefined;
  const visible = new IntersectionObserver((entries) => {
    if (chart || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    visible.disconnect();
    chart = new uPlot(seriesOptions(place, series.at.length), [series.at.map(inSeconds), [...series.cents]], place);
  });
  visible.observe(place);
  return () => {
    visible.disconnect();
    chart?.destroy();
  };
}

const inSeconds = (ms: number): number => ms / 1000;

/** A bare line, in steps: a price holds until the next sample. */
function seriesOptions(place: HTMLElement, samples: number): uPlot.Options {
  const stroke = getComputedStyle(place).color;
  const paths = uPlot.paths.stepped?.({ align: 1 });
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    padding: [3, 3, 3, 3],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    series: [
      {},
      { stroke, width: 1.5, points: { show: samples === 1, size: 4, fill: stroke }, ...(paths && { paths }) },
    ],
  };
}

export interface ChartLine {
  /** `null` is a gap; `undefined` is no point, and the line goes on. */
  readonly values: readonly (number | null | undefined)[];
  /** A CSS colour without variables. */
  readonly colour: string;
  /** Lengths of dashes and gaps, px. */
  readonly dash?: readonly number[] | undefined;
  /** Stands at the line's end. */
  readonly mark?: HTMLElement;
  /** One of many that stay in the background. */
  readonly isFaint?: true;
}

export interface ChartContent {
  /** Ms since the epoch. */
  readonly at: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly formatPrice: (value: number) => string;
  readonly formatTime: (ms: number) => string;
  /** Called with the index of the point in time under the pointer; `undefined`: none. */
  readonly onPoint: (at: number | undefined) => void;
}

/** Draws a chart into an element with a fixed height. Returns a function that removes it. */
export type DrawChart = (place: HTMLElement, content: ChartContent) => () => void;

/** Draws price lines with axes. It sets styles by script alone, which no policy of a page forbids. */
export const drawPriceChart: DrawChart = (place, content) => {
  const data: uPlot.AlignedData = [content.at.map(inSeconds), ...content.lines.map(({ values }) => [...values])];
  const chart = new uPlot(chartOptions(place, content), data, place);
  const resized = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = place;
    if (width > 0 && (width !== chart.width || height !== chart.height)) chart.setSize({ width, height });
  });
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.destroy();
  };
};

const font = '11px system-ui, "DejaVu Sans", sans-serif';
/** Width of a character and distance of a label from the axis, px. */
const characterPx = 6.5;
const labelGapPx = 6;

function chartOptions(place: HTMLElement, content: ChartContent): uPlot.Options {
  const { color, borderTopColor } = getComputedStyle(place);
  const axis: uPlot.Axis = {
    stroke: color,
    font,
    gap: labelGapPx,
    ticks: { show: false },
    grid: { stroke: borderTopColor, width: 1 },
  };
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    padding: [8, content.lines.some(({ mark }) => mark) ? 36 : 22, 0, 4],
    // Else the labels stand at the midnights of the user's zone, where another day may be called by its UTC name.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    axes: [
      {
        ...axis,
        size: 22,
        space: 64,
        grid: { show: false },
        values: (_, at) => at.map((one) => content.formatTime(one * 1000)),
      },
      {
        ...axis,
        space: 28,
        values: (_, prices) => prices.map(content.formatPrice),
        size: (_, labels) => Math.max(0, ...(labels ?? []).map(({ length }) => length)) * characterPx + 2 * labelGapPx,
      },
    ],
    series: [{}, ...content.lines.map(seriesOf)],
    hooks: {
      setCursor: [({ cursor }) => content.onPoint(cursor.idx ?? undefined)],
      draw: [(chart) => placeMarks(chart, content.lines)],
    },
  };
}

/** Height of a mark at the end of a line, px. */
const markPx = 12;

/** Marks stand beside or below each other where they would cover each other. Those without room are left out. */
function placeMarks(chart: uPlot, lines: readonly ChartLine[]): void {
  const ends = lines.flatMap(({ mark, values }) => {
    const last = values.findLast((value) => typeof value === 'number');
    return mark && typeof last === 'number' ? [{ mark, top: chart.valToPos(last, 'y') - markPx / 2 }] : [];
  });
  const free: [number, number] = [0, 0];
  for (const { mark, top } of ends.toSorted((one, other) => one.top - other.top)) {
    const column = free[0] <= top || (free[0] <= free[1] && free[1] > top) ? 0 : 1;
    const at = Math.max(top, free[column]);
    mark.remove();
    if (at > chart.over.clientHeight) continue;
    free[column] = at + markPx;
    mark.style.cssText = `top: ${at}px; translate: ${column * (markPx + 2)}px`;
    chart.over.append(mark);
  }
}

function seriesOf({ colour, dash, values, isFaint }: ChartLine): uPlot.Series {
  const alone = isolatedPoints(values);
  return {
    stroke: colour,
    ...(isFaint ? { width: 1, alpha: 0.35 } : { width: 1.5 }),
    ...(dash && { dash: [...dash] }),
    points: { show: alone.length > 0, size: 4, fill: colour, filter: () => alone },
  };
}
