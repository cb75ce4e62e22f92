import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import {
  type AskedDays,
  type ItemPastAnswer,
  type PastChart,
  type PastLine,
  type PastSpan,
  type PresentPrice,
  pastSpans,
  toPastChart,
} from '#core/prices/item-past.ts';
import { coinMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import type { ChartLine, DrawChart } from '#ui/charts/price-chart.ts';
import { marketMark } from '#ui/marks/market-mark.ts';
import { el } from '#ui/overlay/element.ts';
import { formatAmount } from '#ui/words/format.ts';
import {
  axisTimeText,
  chartText,
  lineText,
  noChartText,
  pointTimeText,
  presentText,
  sinceText,
} from '#ui/words/history-words.ts';
import { text } from '#ui/words/text.ts';

export interface HistoryContext {
  readonly item: string;
  /** `undefined` while the past is being loaded. */
  readonly past: ItemPastAnswer | undefined;
  readonly shown: Rate;
  /** US dollars a coin; `null`: unknown. */
  readonly coinUsd: number | null;
  /** The listing's price, USD cents; `undefined` where it must not be compared. */
  readonly listingCents?: number | undefined;
  /** Of the first compared market; absent when in doubt. */
  readonly present?: PresentPrice | undefined;
  /** Ms since the epoch. */
  readonly now: number;
}

export class HistoryView {
  readonly element: HTMLElement;
  readonly #chart: AskOnce<DrawChart>;
  readonly #plot = el('div', { class: 'plot', role: 'img' });
  readonly #point = el('div', { class: 'point', 'aria-hidden': 'true' });
  readonly #below = el('div');
  readonly #spans = el('div', { class: 'spans', role: 'group', 'aria-label': text('historyPeriod') });
  #span: PastSpan = 30;
  #context: HistoryContext | undefined;
  #drawn = '';
  #drawing = 0;
  #removeChart: (() => void) | undefined;
  readonly #onYear: (() => void) | undefined;

  /** Without the chart library the numbers stay. `onYear` is called when more `days` are needed than before. */
  constructor(loadChart: () => Promise<DrawChart>, onYear?: () => void) {
    this.#onYear = onYear;
    this.#chart = new AskOnce(loadChart, {
      pausesMs: retryPausesMs,
      onChange: () => this.#drawn && this.#chart.answer && this.redraw(),
    });
    const title = text('historyTitle');
    const top = el('div', { class: 'top' }, el('strong', {}, title), this.#spans);
    const about = { class: 'history', role: 'group', 'aria-label': title };
    this.element = el('div', about, top, this.#plot, this.#point, this.#below);
    this.#spans.append(...pastSpans.map((span) => this.#spanButton(span)));
  }

  /** The days that the chosen period and the notes below it need. */
  get days(): AskedDays {
    return this.#span === 365 ? 365 : 90;
  }

  /** Shows another state. Equal states draw nothing again. */
  show(context: HistoryContext): void {
    this.#context = context;
    this.#update();
  }

  /** Draws again with the element's present colours. */
  redraw(): void {
    this.#drawn = '';
    this.#update();
  }

  remove(): void {
    this.#drawing++;
    this.#drawn = '';
    this.#removeChart?.();
  }

  #spanButton(span: PastSpan): HTMLElement {
    const title = text('historyDays', String(span));
    const label = span === 365 ? text('ageDays', String(span)) : String(span);
    const button = el('button', { type: 'button', 'data-span': span, title }, label);
    button.addEventListener('click', () => {
      const before = this.days;
      this.#span = span;
      this.#update();
      if (this.days > before) this.#onYear?.();
    });
    return button;
  }

  #update(): void {
    const context = this.#context;
    if (!context) return;
    const chart = chartOf(context, this.#span);
    const empty = noChartText(context.past, chart.lines.length > 0, this.#span, context.now);
    const sentences = chart.lines.map((line) => lineText(line, formatterOf(context.shown)));
    this.#plot.setAttribute('aria-label', empty ?? chartText(context.item, this.#span, sentences));
    this.#spans.hidden = context.past?.state === 'none';
    for (const button of this.#spans.children)
      button.setAttribute('aria-pressed', String(button.getAttribute('data-span') === String(this.#span)));
    this.#below.replaceChildren(...belowChart(chart, context, empty ? undefined : this.#span));
    const { item, past, shown, listingCents, coinUsd } = context;
    const state = JSON.stringify([this.#span, item, past, shown, listingCents, coinUsd]);
    if (state === this.#drawn) return;
    this.remove();
    this.#drawn = state;
    this.#plot.replaceChildren(...(empty ? [el('div', { class: context.past ? 'wait none' : 'wait' }, empty)] : []));
    this.#point.replaceChildren();
    if (!empty) void this.#draw(chart, context);
  }

  async #draw(chart: PastChart, context: HistoryContext): Promise<void> {
    const drawing = this.#drawing;
    // Also a chart that is known waits: an opening panel shows its content before it is on the page, where it has a width.
    const drawChart = await this.#chart.ask();
    // Another state has been shown meanwhile, or the element has no room.
    if (drawing !== this.#drawing || !drawChart || this.#plot.clientWidth === 0) return;
    const span = this.#span;
    const { formatPrice, lines } = toDrawing(chart, context, this.#below);
    const remove = drawChart(this.#plot, {
      at: chart.at,
      lines,
      formatPrice,
      formatTime: (ms) => axisTimeText(ms, span),
      onPoint: (at) => this.#point.replaceChildren(pointText(chart, span, formatPrice, at)),
    });
    this.#removeChart = () => {
      remove();
      this.#removeChart = undefined;
    };
  }
}

const formatterOf =
  (shown: Rate) =>
  (units: number): string =>
    formatAmount({ cents: units * 100, currency: shown.code });

function chartOf({ past, shown, coinUsd, now }: HistoryContext, span: PastSpan): PastChart {
  const toUnits = (market: MarketId, price: number) => {
    const cents = market !== coinMarket ? price : coinUsd === null ? undefined : price * coinUsd * 100;
    return cents === undefined ? undefined : (cents / 100) * shown.perUsd;
  };
  return toPastChart(past?.state === 'found' ? past.markets : [], { span, now }, toUnits);
}

/** Lengths of dashes and gaps, px: greys tell the lines apart, too. */
const dashes = [undefined, [6, 3], [2, 2]] as const;
/** So many lines can be told apart. Of more, the user's first three stand out. */
const clearLines = 4;

/** The legend, with low and high of each market, and the notes. @param span `undefined` without a chart */
function belowChart(chart: PastChart, context: HistoryContext, span: PastSpan | undefined): readonly HTMLElement[] {
  const { past, shown, listingCents, now } = context;
  const format = formatterOf(shown);
  const entries = chart.lines.map((line) => legendEntry(line, format));
  const found = past?.state === 'found' ? past : undefined;
  const unconverted = found?.markets.filter(({ market }) => market === coinMarket && context.coinUsd === null);
  const notes = [
    presentText(past, context.present, now),
    span && sinceText(past, span, now),
    chart.lines.length > 0 && span && shown.code !== 'USD'
      ? text('historyConverted', shown.code === 'COIN' ? text('coins') : shown.code)
      : undefined,
    ...(unconverted ?? []).map(({ market }) => `${marketNames[market]}: ${text('panelNoCoinRate')}`),
  ];
  const level =
    listingCents !== undefined &&
    el(
      'li',
      {},
      el('span', { class: 'key', 'aria-hidden': 'true' }),
      el('span', {}, text('historyLevel', formatAmount(inCurrency(listingCents, shown)))),
    );
  return [
    ...(chart.lines.length > 0 ? [el('ul', {}, ...entries, level)] : []),
    ...notes.flatMap((note) => (note ? [el('p', {}, note)] : [])),
  ];
}

function legendEntry({ market, low, high }: PastLine, format: (units: number) => string): HTMLElement {
  const range = text('historyRange', format(low), format(high));
  return el('li', {}, marketMark(market), el('span', {}, marketNames[market]), el('span', {}, range));
}

function toDrawing({ at, lines }: PastChart, { shown, listingCents }: HistoryContext, legend: ParentNode) {
  const key = legend.querySelector('.key');
  const level = (cents: number): ChartLine => ({
    values: at.map(() => (cents / 100) * shown.perUsd),
    colour: key ? getComputedStyle(key).color : '',
    dash: [1, 3],
  });
  const drawn = lines.map(({ market, values }, index): ChartLine => {
    const shape = legend.querySelector(`.sign.${market}`);
    const colour = shape ? getComputedStyle(shape).backgroundColor : '';
    if (lines.length > clearLines && index >= dashes.length) return { values, colour, isFaint: true };
    return { values, colour, dash: dashes[index % dashes.length], mark: marketMark(market) };
  });
  return {
    formatPrice: formatterOf(shown),
    lines: [...drawn, ...(listingCents === undefined ? [] : [level(listingCents)])],
  };
}

/** The prices under the pointer. @param at index of the point in time; −1: none */
function pointText(chart: PastChart, span: PastSpan, format: (units: number) => string, at = -1): string {
  const time = chart.at[at];
  if (time === undefined) return '';
  const prices = chart.lines.flatMap(({ market, values }) => {
    const value = values[at];
    return typeof value === 'number' ? [`${marketNames[market]} ${format(value)}`] : [];
  });
  return [pointTimeText(time, span), ...prices].join(' · ');
}
