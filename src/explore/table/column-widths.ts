import { lazy } from '#core/asks/lazy.ts';
import type { Rate } from '#core/money/rates.ts';
import { type MarketId, markets } from '#core/prices/markets.ts';
import { columnOf } from '#core/rows/columns.ts';
import { type ColumnId, marketOfColumn } from '#core/rows/view.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { numberKinds } from '#explore/table/number-kinds.ts';
import { text } from '#ui/words/text.ts';

const context = lazy(() => new OffscreenCanvas(1, 1).getContext('2d'));

/** Px of a text in the font of the page. Digits are as wide as 0 there. */
function textPx(words: string, font: string): number {
  const canvas = context();
  if (!canvas) return words.length * 9;
  canvas.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(words.replace(/\d/g, '0')).width;
}

/** As in grid.css. */
const fonts = { head: '550 12px', cell: '400 13px', best: '600 13px' };
/** Px beside a head, which has room for the arrow, and beside a cell's text. */
const padding = { head: 24, cell: 14 };

/** The texts with the most letters that a column may hold. A sale may be at an average. */
function longestTexts(id: ColumnId, shown: Rate, names: readonly string[]): readonly string[] {
  const { kind, marketAt } = columnOf(id);
  const numbers = kind === 'item' ? [] : numberKinds[kind].longest(shown);
  if (!marketAt) return numbers;
  const sold = numbers.map((number) => (id === 'sell' ? text('exploreAverage', number) : number));
  return names.flatMap((name) => sold.map((number) => `${name} ${number}`));
}

/** The width of each column but the item's, which takes what is left, px. */
export function columnWidths(
  columns: readonly ColumnId[],
  compared: readonly { readonly market: MarketId }[],
  shown: Rate,
): readonly number[] {
  const names = compared.map(({ market }) => markets[market].name);
  return columns
    .filter((id) => id !== 'item')
    .map((id) => {
      const font = marketOfColumn(id) ? fonts.best : fonts.cell;
      const cells = longestTexts(id, shown, names).map((words) => textPx(words, font) + padding.cell);
      return Math.ceil(Math.max(textPx(columnWords(id).text, fonts.head) + padding.head, ...cells));
    });
}
