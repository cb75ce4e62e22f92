import { lazy } from '#core/asks/lazy.ts';
import type { Rate } from '#core/money/rates.ts';
import { marketNames } from '#core/prices/markets.ts';
import { columnOf, wordsOfColumn } from '#core/rows/columns.ts';
import { type ColumnId, type LeftOutReason, marketOfColumn } from '#core/rows/view.ts';
import { numberKinds } from '#explore/table/number-kinds.ts';
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
