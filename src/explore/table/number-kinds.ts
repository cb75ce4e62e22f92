import { hundredthsOf } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { NumberKind } from '#core/rows/columns.ts';
import { type Cell, quantity } from '#core/tables/write-table.ts';
import { moneyText, percentText } from '#ui/words/difference-text.ts';
import { formatAmount, formatNumber, spanText } from '#ui/words/format.ts';

/** How numbers of a kind are written. */
interface WrittenKind {
  readonly text: (value: number, shown: Rate) => string;
  /** In a file: amounts in the shown currency, a number without its unit. */
  readonly file: (value: number, shown: Rate) => Cell;
  /** What the head says of that in a file. */
  readonly unit?: (shown: Rate) => string;
  /** The texts with the most letters. */
  readonly longest: (shown: Rate) => readonly string[];
}

/** Amounts with the most letters: from a thousand on they have no cents. */
const longestAmounts = ({ code }: Rate): readonly string[] =>
  [99_999, 99_999_900].map((cents) => formatAmount({ cents, currency: code }));

const money: WrittenKind = {
  text: (cents, shown) => formatAmount(inCurrency(cents, shown)),
  file: (cents, shown) => hundredthsOf(inCurrency(cents, shown)),
  unit: ({ code }) => code,
  longest: longestAmounts,
};
const percent: WrittenKind = {
  text: (value) => percentText(Math.round(value * 10) / 10),
  file: (value) => quantity(Number(value.toFixed(1))),
  unit: () => 'percent',
  longest: () => ['+000.0%'],
};

export const numberKinds: Readonly<Record<Exclude<NumberKind, 'item'>, WrittenKind>> = {
  money,
  gain: {
    ...money,
    text: (cents, shown) => moneyText(inCurrency(cents, shown)),
    longest: (shown) => longestAmounts(shown).map((amount) => `+${amount}`),
  },
  percent,
  gainPercent: percent,
  ratio: {
    text: (value) => formatNumber(value, 'ratio'),
    file: (value) => quantity(Number(value.toFixed(4))),
    longest: () => [formatNumber(0.123, 'ratio')],
  },
  count: {
    text: (value) => formatNumber(value, 'whole'),
    file: quantity,
    longest: () => [formatNumber(10_000, 'whole')],
  },
  age: {
    text: spanText,
    file: (ms) => quantity(Math.round(ms / minuteMs)),
    unit: () => 'minutes',
    longest: () => [spanText(59 * minuteMs), spanText(99_000)],
  },
};
