import { type MarketId, markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import type { ColumnId } from '#explore/state/view.ts';
import { kindOfColumn } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { formatAmount } from '#ui/format.ts';
import { text } from '#ui/text.ts';

/** Px of letters at most, and of the padding of a head, which has room for the arrow, and of a cell. */
const letters = { wide: 12, capital: 9.6, broad: 12, narrow: 5.2, other: 8 };
const headPadding = 24;
const cellPx = { digit: 8.2, padding: 12, toHead: 0.85 };

function letterPx(letter: string): number {
  if (letter > '\u2e80') return letters.wide;
  if (/[MWmwжшщюфмы%]/i.test(letter)) return letters.broad;
  if (/\p{Lu}/u.test(letter)) return letters.capital;
  return /[ .,:·\-ijltfr1]/.test(letter) ? letters.narrow : letters.other;
}

const textPx = (words: string): number => Array.from(words).reduce((sum, letter) => sum + letterPx(letter), 0);

/** The amount with the most letters: from a thousand on, amounts have no cents. */
const longestCents = 99_999;

/** @param namePx of the longest name of a market */
function cellWidth(id: ColumnId, shown: Rate, namePx: number): number {
  const kind = kindOfColumn(id);
  if (kind === 'percent' || kind === 'age') return 68;
  if (kind !== 'money' && kind !== 'gain') return 56;
  const digits = formatAmount(longestCents / shown.perUsd, shown).length + (kind === 'gain' ? 1 : 0);
  const amount = digits * cellPx.digit + cellPx.padding;
  // Letters of a head are bolder.
  if (id === 'sell') return amount + namePx + textPx(text('exploreAverage', '')) * cellPx.toHead;
  return id === 'exit' || id === 'buy' ? amount + namePx : amount;
}

/** The width of each column but the item's, which takes what is left, px. */
export function columnWidths(
  columns: readonly ColumnId[],
  compared: readonly { readonly market: MarketId }[],
  shown: Rate,
): readonly number[] {
  const namePx = Math.max(0, ...compared.map(({ market }) => textPx(markets[market].name)));
  return columns
    .filter((id) => id !== 'item')
    .map((id) => Math.ceil(Math.max(cellWidth(id, shown, namePx), textPx(columnWords(id).head) + headPadding)));
}
