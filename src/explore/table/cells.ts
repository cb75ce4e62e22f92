import { hundredthsOf } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { minuteMs } from '#core/prices/age.ts';
import { byExploreField, entryField } from '#core/prices/detail.ts';
import { sellingPrice } from '#core/prices/exit-value.ts';
import { type MarketId, markets } from '#core/prices/markets.ts';
import type { MarketColumn } from '#core/rows/item-table.ts';
import { stageReasons } from '#core/rows/price-stages.ts';
import { noMarket } from '#core/rows/routes.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import { type AverageSpan, averagesOf } from '#core/rows/trends.ts';
import { type ColumnId, marketOfColumn } from '#core/rows/view.ts';
import { type Cell, quantity } from '#core/tables/write-table.ts';
import { leftOutText } from '#explore/table/column-words.ts';
import { moneyText, percentText } from '#ui/words/difference-text.ts';
import { noExitText } from '#ui/words/exit-text.ts';
import { formatAmount, formatNumber, spanText } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

export interface CellText {
  readonly text: string;
  readonly tone?: 'off' | 'none' | 'good' | 'best' | undefined;
  /** Explains a mark. */
  readonly title?: string | undefined;
}

/** How a column's numbers are written, and what a CSV file holds instead. */
type NumberKind = 'item' | 'money' | 'gain' | 'percent' | 'ratio' | 'count' | 'age';

/** Any other column holds money. */
const kinds: Readonly<Partial<Record<ColumnId, NumberKind>>> = {
  item: 'item',
  profit: 'gain',
  ...{ spread: 'percent', difference: 'percent', profitPercent: 'percent', patience: 'percent' },
  ...{ change1: 'percent', change7: 'percent', change30: 'percent', against7: 'percent', against30: 'percent' },
  cash: 'ratio',
  toBalance: 'ratio',
  liquidity: 'count',
  ...byExploreField((id): NumberKind => (entryField(id).type === 'cents' ? 'money' : 'count')),
  age: 'age',
};

export const kindOfColumn = (id: ColumnId): NumberKind => kinds[id] ?? 'money';

const write: Readonly<Record<Exclude<NumberKind, 'item'>, (value: number, shown: Rate) => string>> = {
  money: (cents, shown) => formatAmount(inCurrency(cents, shown)),
  gain: (cents, shown) => moneyText(inCurrency(cents, shown)),
  percent: (percent) => percentText(Math.round(percent * 10) / 10),
  ratio: (ratio) => formatNumber(ratio, 'ratio'),
  count: (count) => formatNumber(count, 'whole'),
  age: spanText,
};

export function cellText(model: RowModel, id: ColumnId, row: number, shown: Rate): CellText {
  const kind = kindOfColumn(id);
  if (kind === 'item') return { text: model.table.names[row] ?? '' };
  const value = model.value(id, row);
  if (Number.isNaN(value)) return emptyCell(model, id, row);
  const written = write[kind](value, shown);
  const market = marketOfCell(model, id, row);
  if (market) return { text: `${markets[market].name} ${written}`, ...(id === 'sell' && soldAt(model, row, shown)) };
  return { text: written, ...lookOf(model, id, row, shown) };
}

/** The look of a number, and what explains it. */
function lookOf(model: RowModel, id: ColumnId, row: number, shown: Rate): Partial<CellText> {
  if (id.startsWith('price:')) return markOf(model, id, row);
  if (id === 'against7') return { title: againstTitle(model, 7, row, shown) };
  if (id === 'against30') return { title: againstTitle(model, 30, row, shown) };
  if (id !== 'profit' && id !== 'profitPercent') return {};
  const value = model.value(id, row);
  return { tone: value > 0 ? 'good' : value < 0 ? 'none' : undefined };
}

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
  const isInCoins = markets[market].unit === 'coins' && updatedAt[row];
  return text(isInCoins ? 'exploreNoCoinRate' : 'wordNoPrice');
}

/** The market of a cell whose price may be of any. */
export function marketOfCell({ table, exit, routes }: RowModel, id: ColumnId, row: number): MarketId | undefined {
  const sold = id === 'exit' ? exit(row) : undefined;
  if (typeof sold === 'object') return sold.market;
  return id === 'buy' || id === 'sell' ? table.markets[routes()[id][row] ?? noMarket]?.market : undefined;
}

/** A sale at the 7-day average says so: "CSFloat avg. $9.50". */
function soldAt({ table, routes }: RowModel, row: number, shown: Rate): CellText | undefined {
  const column = table.markets[routes().sell[row] ?? noMarket];
  const { cents, of } = sellingPrice(column?.cents[row] ?? 0, column?.avg7[row]);
  if (!column || of === 'ask') return undefined;
  const { name } = markets[column.market];
  return {
    text: `${name} ${text('exploreAverage', formatAmount(inCurrency(cents, shown)))}`,
    title: averageTitle(column, 7, row, shown),
  };
}

function againstTitle({ table, averaged }: RowModel, span: AverageSpan, row: number, shown: Rate): string | undefined {
  const column = table.markets[averaged[span]()[row] ?? noMarket];
  return column && averageTitle(column, span, row, shown);
}

/** "BUFF163: $8.80, 7-day average $9.20". */
function averageTitle(column: MarketColumn, span: AverageSpan, row: number, shown: Rate): string {
  const [price, average] = [column.cents[row] ?? 0, averagesOf(column, span)[row] ?? 0];
  const { name } = markets[column.market];
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

/**
 * A cell for a file: an amount in the shown currency, a number without a unit. A file has no grey: a market's price that
 * is flagged or too old is left out.
 */
export function cellValue(model: RowModel, id: ColumnId, row: number, shown: Rate): Cell {
  const kind = kindOfColumn(id);
  if (kind === 'item') return model.table.names[row] ?? '';
  const value = model.column(id)[row] ?? Number.NaN;
  if (Number.isNaN(value) || (id.startsWith('price:') && !isCurrentPrice(model, id, row))) return undefined;
  if (kind === 'money' || kind === 'gain') return hundredthsOf(inCurrency(value, shown));
  if (kind === 'ratio') return quantity(Number(value.toFixed(4)));
  return quantity(
    kind === 'percent' ? Number(value.toFixed(1)) : kind === 'age' ? Math.round(value / minuteMs) : value,
  );
}
