import { currenciesOf } from '#core/money/currencies.ts';
import { type DecimalSign, readDecimal } from '#core/money/decimal-text.ts';

/** An amount as a decimal string ("1234.56", never a float) in an ISO 4217 currency or `COIN`. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** An amount in hundredths of its currency's unit, with fractions: what is written is rounded. */
export interface Amount {
  readonly cents: number;
  /** ISO 4217 or `COIN`. */
  readonly currency: string;
}

/** An amount for a file: two digits. */
export const hundredthsOf = ({ cents, currency }: Amount): Amount => ({ cents: Math.round(cents), currency });

export const coinAmount = (coins: number): Amount => ({ cents: coins * 100, currency: 'COIN' });

/** Whether two decimal strings are the same amount; one of them may be rounded to hundredths. */
export function sameAmount(one: string, other: string): boolean {
  const apart = (hundredths(one) ?? Number.NaN) - (hundredths(other) ?? Number.NaN);
  return Math.abs(apart) < 0.999;
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
  const amount = amountOf(number[0], options.decimal);
  const currency = currencyOf(around.split(' '), options);
  return amount && currency ? { amount, currency } : undefined;
}

/** The amount of a printed number, which is no price of zero and has no more than eight decimals. */
function amountOf(number: string, decimal: DecimalSign | undefined): string | undefined {
  const amount = readDecimal(number, decimal);
  return amount && !/^[0.]+$|\.\d{9}/.test(amount) ? amount : undefined;
}

function currencyOf(signs: readonly string[], options: PrintOptions): string | undefined {
  const candidates = signs.filter(Boolean).map((sign) => currenciesOf(sign, options.symbols));
  const possible = options.currency === undefined ? (candidates[0] ?? []) : [options.currency];
  const common = possible.filter((code) => candidates.every((codes) => codes.includes(code)));
  return common.length === 1 ? common[0] : undefined;
}

/** `decimalFromMinor(3120, 2)` is "31.20"; `undefined` for anything but a positive whole number. */
export function decimalFromMinor(units: number, exponent: number): string | undefined {
  if (!Number.isSafeInteger(units) || units <= 0) return undefined;
  const digits = String(units).padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Rounded only once: "31.20" is 3120, "0.125" is 12.5. `undefined` for no decimal string, and for one too large to be exact. */
export function hundredths(amount: string): number | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined) return undefined;
  const padded = fraction.padEnd(2, '0');
  const value = Number(`${whole}${padded.slice(0, 2)}.${padded.slice(2)}`);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}
