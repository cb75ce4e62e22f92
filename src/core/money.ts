import { currenciesOf } from '#core/currencies.ts';

/** An amount as a decimal string ("1234.56", never a float) in an ISO 4217 currency or `COIN`. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

export type DecimalSign = '.' | ',';

/** What an adapter knows of how its site prints amounts. */
export interface PrintOptions {
  /** The decimal sign, where the site always uses the same. */
  readonly decimal?: DecimalSign | undefined;
  /** The currency, where the page tells it elsewhere; a print that says another one makes the text unreadable. */
  readonly currency?: string | undefined;
  /** What a print means on this site, such as `{ $: 'USD' }`. */
  readonly symbols?: Readonly<Record<string, string>> | undefined;
}

const signs: readonly DecimalSign[] = ['.', ','];
const longestPrint = 64;
/** One printed number, with what may stand for no cents: "1 234,56", "18,--". */
const printedNumber = /\d(?:[\d., '’]*\d)?(?:[.,](?:--?|[–—]))?/;

/**
 * Reads one amount as printed, such as "1.234,56 €", "18,--€" or "CHF 1'234.50".
 * Answers `undefined` for all that could be read in two ways ("1,234" without a stated decimal sign, "$" or "¥"
 * without a word on what they mean), for several numbers, for what is negative or zero, and for any other text.
 * Never throws.
 */
export function parsePrinted(text: string, options: PrintOptions = {}): Money | undefined {
  if (text.length > longestPrint * 4) return undefined;
  // A child element that holds the cents may bring white space in front of its decimal sign.
  const folded = text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,]\d)/g, '')
    .trim();
  const number = printedNumber.exec(folded);
  if (!number || folded.length > longestPrint) return undefined;
  // A second number stays around the first, where it is no currency.
  const around = `${folded.slice(0, number.index)} ${folded.slice(number.index + number[0].length)}`;
  const amount = amountOf(number[0], options.decimal);
  const currency = currencyOf(around.split(' '), options);
  return amount && currency ? { amount, currency } : undefined;
}

/** Most amounts, which a comma for the decimal sign makes none. */
const usual = /^[1-9]\d{0,7}\.\d\d$/;

/** The one reading of a printed number; none when the two decimal signs make it two different amounts. */
function amountOf(number: string, decimal: DecimalSign | undefined): string | undefined {
  if (decimal !== ',' && usual.test(number)) return number;
  const readings = (decimal ? [decimal] : signs).flatMap((sign) => readAmount(number, sign) ?? []);
  const [amount] = readings;
  return amount && !/^[0.]+$/.test(amount) && readings.every((other) => other === amount) ? amount : undefined;
}

function readAmount(number: string, decimal: DecimalSign): string | undefined {
  const cut = number.lastIndexOf(decimal);
  const whole = ungrouped(cut < 0 ? number : number.slice(0, cut), decimal);
  const fraction = cut < 0 ? '' : number.slice(cut + 1).replace(/^(?:--?|[–—])$/, '');
  if (whole === undefined || !/^\d{0,8}$/.test(fraction)) return undefined;
  return fraction ? `${whole}.${fraction}` : whole;
}

const western = /^[1-9]\d{0,2}(?:([., '’])\d{3})(?:\1\d{3})*$/;
const indian = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** The digits of a whole number of at most 12 digits, its groups checked: "1 234", "1'234", "1,23,456". */
function ungrouped(whole: string, decimal: DecimalSign): string | undefined {
  const digits = whole.replace(/\D/g, '');
  if (digits.length > 12 || whole.includes(decimal)) return undefined;
  if (digits === whole) return /^(?:0|[1-9]\d*)$/.test(whole) ? whole : undefined;
  return western.test(whole) || indian.test(whole) ? digits : undefined;
}

/** The one currency on which all prints around the number and the adapter's word agree. */
function currencyOf(prints: readonly string[], options: PrintOptions): string | undefined {
  const said = prints.filter(Boolean).map((print) => currenciesOf(print, options.symbols));
  const possible = options.currency === undefined ? (said[0] ?? []) : [options.currency];
  const common = possible.filter((code) => said.every((codes) => codes.includes(code)));
  return common.length === 1 ? common[0] : undefined;
}

/**
 * A count of minor units as a decimal string: `decimalFromMinor(3120, 2)` is "31.20".
 * Answers `undefined` for what is no positive whole number, for it is no price.
 */
export function decimalFromMinor(units: number, exponent: number): string | undefined {
  if (!Number.isSafeInteger(units) || units <= 0) return undefined;
  const digits = String(units).padStart(exponent + 1, '0');
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * A decimal string in hundredths, rounded once and no more: "31.20" is 3120, "0.125" is 12.5.
 * Answers `undefined` for what is no decimal string or too large to be exact.
 */
export function hundredths(amount: string): number | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined) return undefined;
  const padded = fraction.padEnd(2, '0');
  const value = Number(`${whole}${padded.slice(0, 2)}.${padded.slice(2)}`);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}
