import { currenciesOf } from '#core/money/currencies.ts';
import { type DecimalSign, readCents } from '#core/money/decimal-text.ts';

/** An amount in hundredths of its currency's unit, with fractions: what is written is rounded. */
export interface Money {
  readonly cents: number;
  /** ISO 4217 or `COIN`. */
  readonly currency: string;
}

/** An amount for a file: two digits. */
export const hundredthsOf = ({ cents, currency }: Money): Money => ({ cents: Math.round(cents), currency });

export const coinAmount = (coins: number): Money => ({ cents: coins * 100, currency: 'COIN' });

type Cents = Pick<Money, 'cents'>;

/** Whether two amounts are the same in their currencies; one of them may be rounded to hundredths. */
export const sameAmount = (one: Cents, other: Cents): boolean => Math.abs(one.cents - other.cents) < 0.999;

/** The units with two decimals, or with all that they have: "31.20", "1868.607". */
export function decimalText({ cents }: Cents): string {
  const units = Number((cents / 100).toPrecision(15));
  return /\.\d\d/.test(String(units)) ? String(units) : units.toFixed(2);
}

export interface PrintOptions {
  /** The decimal sign, if the site always uses the same. */
  readonly decimal?: DecimalSign | undefined;
  /** The currency, if the page states it elsewhere; a text with another currency's sign is not read. */
  readonly currency?: string | undefined;
  /** The meaning of signs on this site, such as `{ $: 'USD' }`. */
  readonly symbols?: Readonly<Record<string, string>> | undefined;
}

/** UTF-16 units, after white space is collapsed. */
const maxPrintLength = 64;
/** One printed number; dashes may stand for no cents: "1 234,56", "18,--". */
const printedNumber = /\d(?:[\d., '’]*\d)?(?:[.,](?:--?|[–—]))?/;

/**
 * Reads one amount as printed, such as "1.234,56 €", "18,--€" or "CHF 1'234.50".
 * Returns `undefined` for an ambiguous text ("1,234" without a stated decimal sign, "$" or "¥" without a stated meaning),
 * for several numbers, for zero and negative numbers, and for any other text. Never throws.
 */
export function parsePrinted(text: string, options: PrintOptions = {}): Money | undefined {
  if (text.length > maxPrintLength * 4) return undefined;
  // A child element with the cents may put white space before the decimal sign.
  const folded = text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,]\d)/g, '')
    .trim();
  const number = printedNumber.exec(folded);
  if (!number || folded.length > maxPrintLength) return undefined;
  // A second number remains in the rest and is no currency.
  const around = `${folded.slice(0, number.index)} ${folded.slice(number.index + number[0].length)}`;
  // More than eight decimals are no price.
  const cents = /[.,]\d{9}/.test(number[0]) ? undefined : readCents(number[0], options.decimal);
  const currency = currencyOf(around.split(' '), options);
  return cents && currency ? { cents, currency } : undefined;
}

function currencyOf(signs: readonly string[], options: PrintOptions): string | undefined {
  const candidates = signs.filter(Boolean).map((sign) => currenciesOf(sign, options.symbols));
  const possible = options.currency === undefined ? (candidates[0] ?? []) : [options.currency];
  const common = possible.filter((code) => candidates.every((codes) => codes.includes(code)));
  return common.length === 1 ? common[0] : undefined;
}
