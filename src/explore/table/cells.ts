import { lazy } from '#core/asks/lazy.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { sellingPrice } from '#core/prices/exit-value.ts';
import { coinMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import { columnOf, wordsOfColumn } from '#core/rows/columns.ts';
import type { MarketColumn } from '#core/rows/item-table.ts';
import { stageReasons } from '#core/rows/price-stages.ts';
import { noMarket } from '#core/rows/routes.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import { type AverageSpan, averagesOf } from '#core/rows/trends.ts';
import { type ColumnId, type LeftOutReason, marketOfColumn } from '#core/rows/view.ts';
import type { Cell } from '#core/tables/write-table.ts';
import { numberKinds } from '#explore/table/number-kinds.ts';
import { noExitText } from '#ui/words/exit-text.ts';
import { formatAmount } from '#ui/words/format.ts';
import type { HeadText } from '#ui/words/panel-words.ts';
import { keyOf, text } from '#ui/words/text.ts';

export function columnWords(id: ColumnId): HeadText {
  const words = wordsOfColumn(id);
  if (words?.length === 3) return { text: text(words[0], words[2]), title: text(words[1], words[2]) };
  if (words) return { text: text(words[0]), ...(words.length === 2 && { title: text(words[1]) }) };
  const market = marketOfColumn(id);
  const name = market ? marketNames[market] : '';
  return { text: name, title: text('explorePriceTitle', name) };
}

export const leftOutText = (reason: LeftOutReason, minOffers: number): string =>
  reason === 'offers' ? text('exploreReasonOffers', String(minOffers)) : text(`exploreReason${keyOf(reason)}`);

const context = lazy(() => new OffscreenCanvas(1, 1).getContext('2d'));

/** Px of a text in the font of the page. Digits are as wide as 0 there. */
function textPx(words: string, font: string): number {
  const canvas = context();
  if (!canvas) return words.length * 9;
  canvas.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(words.replace(/\d/g, '0')).width;
}

/** As in grid.css. */
const fonts = { head: '600 12px', cell: '650 13px' };
/** Px beside a head, which has room for the arrow, and beside a cell's text; and what a market's mark takes. */
const padding = { head: 22, cell: 14, mark: 24 };

/** The texts with the most letters that a column may hold. A sale may be at an average. */
function longestTexts(id: ColumnId, shown: Rate): readonly string[] {
  const { kind } = columnOf(id);
  const numbers = kind === 'item' ? [] : numberKinds[kind].longest(shown);
  return id === 'sell' ? numbers.map((number) => text('exploreAverage', number)) : numbers;
}

/** The width of each column but the item's, which takes what is left, px. */
export const columnWidths = (columns: readonly ColumnId[], shown: Rate): readonly number[] =>
  columns
    .filter((id) => id !== 'item')
    .map((id) => {
      const beside = padding.cell + (columnOf(id).marketAt ? padding.mark : 0);
      const cells = longestTexts(id, shown).map((words) => textPx(words, fonts.cell) + beside);
      return Math.ceil(Math.max(textPx(columnWords(id).text, fonts.head) + padding.head, ...cells));
    });

export interface CellText {
  readonly text: string;
  /** The market of a value, and the value without its name: where the market's mark stands for it. */
  readonly at?: { readonly market: MarketId; readonly text: string };
  readonly tone?: 'off' | 'none' | 'good' | 'best' | undefined;
  readonly title?: string | undefined;
}

export function cellText(model: RowModel, id: ColumnId, row: number, shown: Rate): CellText {
  const { kind, marketAt } = columnOf(id);
  if (kind === 'item') return { text: model.table.names[row] ?? '' };
  const value = model.value(id, row);
  if (Number.isNaN(value)) return emptyCell(model, id, row);
  const written = numberKinds[kind].text(value, shown);
  const market = marketAt?.(model, row);
  if (market) return soldAt(model, id, row, shown) ?? atMarket(market, written);
  return { text: written, ...lookOf(model, id, row, shown) };
}

const atMarket = (market: MarketId, written: string): CellText => ({
  text: `${marketNames[market]} ${written}`,
  at: { market, text: written },
});

function lookOf(model: RowModel, id: ColumnId, row: number, shown: Rate): Partial<CellText> {
  if (id.startsWith('price:')) return markOf(model, id, row);
  const { against } = columnOf(id);
  if (against) return { title: againstTitle(model, against, row, shown) };
  return id === 'patience' && isPastLimits(model, row) ? { tone: 'good' } : {};
}

/** Colour means past the user's own limits. */
const isPastLimits = ({ limits: { profitPercent, profitCents = 0 }, value }: RowModel, row: number): boolean =>
  value('profitPercent', row) >= profitPercent && value('profit', row) >= profitCents;

/** Why a market has no price in a row, and why a row has no exit. Other columns say nothing: they rest on several prices. */
function emptyCell({ table, exit }: RowModel, id: ColumnId, row: number): CellText {
  const why = id === 'exit' && !table.sample ? exit(row) : undefined;
  if (typeof why === 'string' && why !== 'no-fees')
    return { text: why === 'not-loaded' ? '…' : '–', tone: 'none', title: noExitText(why) };
  const column = table.markets[indexOfPrice(table, id)];
  if (!column || column.state === 'reading') return { text: '' };
  return { text: column.state === 'missing' ? '…' : '–', tone: 'none', title: noPriceText(column, row) };
}

/** Why a market has no price: one in coins without a rate has a time all the same. */
export function noPriceText({ market, state, updatedAt }: MarketColumn, row: number): string {
  if (state === 'reading') return '';
  if (state === 'missing') return text('wordNotLoaded');
  const isInCoins = market === coinMarket && updatedAt[row];
  return text(isInCoins ? 'exploreNoCoinRate' : 'wordNoPrice');
}

/** A sale at the 7-day average says so: "CSFloat avg. $9.50". */
function soldAt({ table, routes }: RowModel, id: ColumnId, row: number, shown: Rate): CellText | undefined {
  if (id !== 'sell') return undefined;
  const column = table.markets[routes().sell[row] ?? noMarket];
  const { cents, of } = sellingPrice(column?.cents[row] ?? 0, column?.avg7[row]);
  if (!column || of === 'ask') return undefined;
  const written = text('exploreAverage', numberKinds.money.text(cents, shown));
  return { ...atMarket(column.market, written), title: averageTitle(column, 7, row, shown) };
}

function againstTitle({ table, averaged }: RowModel, span: AverageSpan, row: number, shown: Rate): string | undefined {
  const column = table.markets[averaged[span]()[row] ?? noMarket];
  return column && averageTitle(column, span, row, shown);
}

/** "BUFF163: $8.80, 7-day average $9.20". */
function averageTitle(column: MarketColumn, span: AverageSpan, row: number, shown: Rate): string {
  const [price, average] = [column.cents[row] ?? 0, averagesOf(column, span)[row] ?? 0];
  const name = marketNames[column.market];
  const amount = (cents: number) => formatAmount(inCurrency(cents, shown));
  return text('exploreAgainstCell', name, amount(price), String(span), amount(average));
}

/** Index of a column's market; −1 for a column of no market. */
function indexOfPrice({ markets: columns }: RowModel['table'], id: ColumnId): number {
  const wanted = marketOfColumn(id);
  return columns.findIndex(({ market }) => market === wanted);
}

const isCurrentPrice = ({ table, stages }: RowModel, id: ColumnId, row: number): boolean =>
  ((stages.current[row] ?? 0) & (1 << indexOfPrice(table, id))) !== 0;

/** A price that does not count is grey and says why. */
function markOf(model: RowModel, id: ColumnId, row: number): Partial<CellText> {
  const { table, stages, cheapest } = model;
  const index = indexOfPrice(table, id);
  const bit = 1 << index;
  const usable = stages.usable[row] ?? 0;
  // Of made-up prices none is the lowest.
  if (!table.sample && usable & bit && usable !== bit && cheapest()[row] === index)
    return { tone: 'best', title: text('exploreBest') };
  const why = notCountedText(model, index, row);
  if (!why) return {};
  return why === text('wordNotLoaded')
    ? { tone: 'none', title: why }
    : { tone: 'off', title: text('exploreNotCounted', why) };
}

/** Why a market's price in a row does not count, as a phrase; `undefined` for one that does, or may when it is read. */
export function notCountedText({ table, stages, minOffers }: RowModel, index: number, row: number): string | undefined {
  const bit = 1 << index;
  const { state, cents } = table.markets[index] ?? {};
  const isCurrent = ((stages.current[row] ?? 0) & bit) !== 0;
  if (!cents?.[row] || (stages.usable[row] ?? 0) & bit || (state === 'reading' && isCurrent)) return undefined;
  if (state === 'missing' && isCurrent) return text('wordNotLoaded');
  const [, reason] = stageReasons.find(([stage]) => !((stages[stage][row] ?? 0) & bit)) ?? [];
  return reason && leftOutText(reason, minOffers);
}

/** Amounts in the shown currency. A file has no grey: a market's price that is flagged or too old is left out. */
export function cellValue(model: RowModel, id: ColumnId, row: number, shown: Rate): Cell {
  const { kind } = columnOf(id);
  if (kind === 'item') return model.table.names[row] ?? '';
  const value = model.column(id)[row] ?? Number.NaN;
  const isMissing = Number.isNaN(value) || (id.startsWith('price:') && !isCurrentPrice(model, id, row));
  return isMissing ? undefined : numberKinds[kind].file(value, shown);
}

/** Rows for a file: heads first. A cell with a market of its own takes two columns, and doubt has one. */
export function exportRows(model: RowModel, rows: Uint32Array, columns: readonly ColumnId[], shown: Rate) {
  const heads = columns.flatMap((id) => [...(columnOf(id).marketAt ? [`${id}_at`] : []), fileHead(id, shown)]);
  const doubts = model.doubts();
  const lines = Array.from(rows, (row) => [
    ...columns.flatMap((id): Cell[] => {
      const value = cellValue(model, id, row, shown);
      const { marketAt } = columnOf(id);
      const market = marketAt?.(model, row);
      return marketAt ? [market && marketNames[market], value] : [value];
    }),
    model.table.sample ? 'sample' : doubts[row] ? 'doubtful' : undefined,
  ]);
  return [[...heads, 'note'], ...lines];
}

/** The head of a column in a file: the same in every language, with its unit, as `price_buff163_usd`. */
export function fileHead(id: ColumnId, shown: Rate): string {
  const { kind } = columnOf(id);
  const unit = kind === 'item' ? undefined : numberKinds[kind].unit?.(shown);
  const words = id.replace(/\W+/g, '_').replace(/(?=[A-Z])/g, '_');
  return [words, unit].filter(Boolean).join('_').toLowerCase();
}
