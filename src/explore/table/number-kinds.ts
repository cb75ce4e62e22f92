import { exactCents } from '#core/money/fees.ts';
import { hundredthsOf, type Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { NumberKind } from '#core/rows/columns.ts';
import { type Cell, quantity } from '#core/tables/write-table.ts';
import { moneyText, percentText } from '#ui/words/difference-text.ts';
import { formatAmount, formatNumber, hasCents, spanText } from '#ui/words/format.ts';

interface WrittenKind {
  readonly text: (value: number, shown: Rate) => string;
  /** In a file: amounts in the shown currency, a number without its unit. */
  readonly file: (value: number, shown: Rate) => Cell;
  /** What the head says of that in a file. */
  readonly unit?: (shown: Rate) => string;
  /** The texts with the most letters. */
  readonly longest: (shown: Rate) => readonly string[];
}

/** From a thousand on an amount has no cents. Spaces as wide keep their place, so that the points of a column are in one line. */
function inLine({ cents, currency }: Money, written: string): string {
  const units = Math.abs(cents) / 100;
  if (units < 1000 || units >= 1e5 || !hasCents(currency)) return written;
  return written.replace(/\d(?=\D*$)/, '$&\u2008\u2007\u2007');
}

const longestAmounts = (shown: Rate): readonly string[] =>
  [99_999, 9_999_900, 99_999_900].map((cents) => money.text(cents, { ...shown, perUsd: 1 }));

const money: WrittenKind = {
  text: (cents, shown) => {
    const amount = inCurrency(cents, shown);
    return inLine(amount, formatAmount(amount));
  },
  file: (cents, shown) => hundredthsOf(inCurrency(cents, shown)),
  unit: ({ code }) => code,
  longest: longestAmounts,
};
/** As few decimals as `formatAmount` writes, and never more than the amount. */
function roundedDown(amount: Money): Money {
  const cents = exactCents(amount.cents);
  const step =
    cents >= 1e8 ? 10 ** (Math.floor(Math.log10(cents)) - 3) : cents >= 1e5 || !hasCents(amount.currency) ? 100 : 1;
  return { ...amount, cents: Math.floor(cents / step) * step };
}

const percent: WrittenKind = {
  text: (value) => percentText(Math.round(value * 10) / 10),
  file: (value) => quantity(Number(value.toFixed(1))),
  unit: () => 'percent',
  longest: () => ['+000.0%'],
};

export const numberKinds: Readonly<Record<Exclude<NumberKind, 'item'>, WrittenKind>> = {
  money,
  limit: {
    ...money,
    text: (cents, shown) => money.text(roundedDown(inCurrency(cents, shown)).cents, { ...shown, perUsd: 1 }),
    file: (cents, shown) => ({ ...inCurrency(cents, shown), cents: Math.floor(exactCents(cents * shown.perUsd)) }),
  },
  gain: {
    ...money,
    text: (cents, shown) => {
      const amount = inCurrency(cents, shown);
      return inLine(amount, moneyText(amount));
    },
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
