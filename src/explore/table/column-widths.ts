import type { Rate } from '#core/rates.ts';
import type { ColumnId } from '#explore/state/view.ts';
import { kindOfColumn } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { formatAmount } from '#ui/format.ts';

/** Px of letters at most, and of the padding of a head, which has room for the arrow, and of a cell. */
const headPx = { wide: 12, capital: 9.6, other: 8, padding: 20 };
const cellPx = { digit: 8.2, padding: 12 };
/** Of a market's name before an amount. */
const marketPx = 80;

const letterPx = (letter: string): number =>
  letter > '\u2e80' ? headPx.wide : /\p{Lu}/u.test(letter) ? headPx.capital : headPx.other;

const headWidth = (id: ColumnId): number =>
  Array.from(columnWords(id).head).reduce((sum, letter) => sum + letterPx(letter), headPx.padding);

/** The amount with the most letters: from a thousand on, amounts have no cents. */
const longestCents = 99_999;

function cellWidth(id: ColumnId, shown: Rate): number {
  const kind = kindOfColumn(id);
  if (kind === 'percent' || kind === 'age') return 68;
  if (kind !== 'money' && kind !== 'gain') return 56;
  const letters = formatAmount(longestCents / shown.perUsd, shown).length + (kind === 'gain' ? 1 : 0);
  const amount = letters * cellPx.digit + cellPx.padding;
  return id === 'exit' || id === 'buy' || id === 'sell' ? amount + marketPx : amount;
}

/** The width of each column but the item's, which takes what is left, px. */
export const columnWidths = (columns: readonly ColumnId[], shown: Rate): readonly number[] =>
  columns.filter((id) => id !== 'item').map((id) => Math.ceil(Math.max(cellWidth(id, shown), headWidth(id))));
