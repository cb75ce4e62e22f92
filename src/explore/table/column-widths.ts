import { lazy } from '#core/asks/lazy.ts';
import type { Rate } from '#core/money/rates.ts';
import { type MarketId, markets } from '#core/prices/markets.ts';
import { type ColumnId, marketOfColumn } from '#core/rows/view.ts';
import { kindOfColumn } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { formatAmount, formatNumber, spanText } from '#ui/words/format.ts';
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

/** Amounts with the most letters: from a thousand on they have no cents. */
const longestCents = [99_999, 99_999_900];

/** The texts with the most letters that a column may hold. */
function longestTexts(id: ColumnId, shown: Rate, names: readonly string[]): readonly string[] {
  const amounts = longestCents.map((cents) => formatAmount({ cents, currency: shown.code }));
  switch (kindOfColumn(id)) {
    case 'percent':
      return ['+000.0%'];
    case 'age':
      return [spanText(59 * 60_000), spanText(99_000)];
    case 'ratio':
      return [formatNumber(0.123, 'ratio')];
    case 'count':
      return [formatNumber(10_000, 'whole')];
    case 'gain':
      return amounts.map((amount) => `+${amount}`);
    default:
      if (id === 'sell')
        return names.flatMap((name) => amounts.map((amount) => `${name} ${text('exploreAverage', amount)}`));
      return id === 'exit' || id === 'buy'
        ? names.flatMap((name) => amounts.map((amount) => `${name} ${amount}`))
        : amounts;
  }
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
