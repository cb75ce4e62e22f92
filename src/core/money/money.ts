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

export type DecimalSign = '.' | ',';

const decimalSigns: readonly DecimalSign[] = ['.', ','];

/** The form of most amounts; unreadable where the decimal sign is a comma. */
const usualAmount = /^[1-9]\d{0,7}\.\d\d$/;

/**
 * One number as people type and sites print it, without a sign before it, as a decimal string: "1 234,56", "1,23,456.7",
 * "18,--". `undefined` for any other text, and when both decimal signs give a number and the two differ ("1,234").
 * @param decimal the decimal sign, where it is known
 */
export function readDecimal(text: string, decimal?: DecimalSign): string | undefined {
  if (decimal !== ',' && usualAmount.test(text)) return text;
  const readings = (decimal ? [decimal] : decimalSigns).flatMap((sign) => readBy(text, sign) ?? []);
  return readings.every((other) => other === readings[0]) ? readings[0] : undefined;
}

/** The same in hundredths, rounded only once: "31.20" is 3120, "0.125" is 12.5. */
export function readCents(text: string, decimal?: DecimalSign): number | undefined {
  const amount = readDecimal(text, decimal);
  return amount === undefined ? undefined : Number(`${amount}e2`);
}

function readBy(text: string, decimal: DecimalSign): string | undefined {
  const at = text.lastIndexOf(decimal);
  const whole = ungrouped(at < 0 ? text : text.slice(0, at), decimal);
  const fraction = at < 0 ? '' : text.slice(at + 1).replace(/^(?:--?|[–—])$/, '');
  if (whole === undefined || !/^\d*$/.test(fraction)) return undefined;
  return fraction ? `${whole}.${fraction}` : whole;
}

const western = /^[1-9]\d{0,2}(?:([., '’])\d{3})(?:\1\d{3})*$/;
const indian = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** The digits of a whole number of at most 12 digits with well-formed groups: "1 234", "1'234", "1,23,456". */
function ungrouped(whole: string, decimal: DecimalSign): string | undefined {
  const digits = whole.replace(/\D/g, '');
  if (digits.length > 12 || whole.includes(decimal)) return undefined;
  if (digits === whole) return /^(?:0|[1-9]\d*)$/.test(whole) ? whole : undefined;
  return western.test(whole) || indian.test(whole) ? digits : undefined;
}

/**
 * A currency a line: its ISO 4217 code, and the signs that pages print for it. Currencies may share a sign. A sign that
 * only one site prints is in that site's adapter; Steam writes руб with a Latin p.
 */
const spellings = `
USD $ US$
CAD $ CDN$ CAD$ CA$ C$
AUD $ A$ AU$
NZD $ NZ$
SGD $ S$ SG$
HKD $ HK$
TWD $ NT$
MXN $ Mex$ MX$
CLP $ CLP$
COP $ COL$
ARS $ ARS$
UYU $ $U
BRL R$
EUR €
GBP £
CHF Fr.
CNY ¥ ￥ CN¥ RMB
JPY ¥ ￥ JP¥
KRW ₩
INR ₹
RUB ₽ руб. руб pуб. pуб
PLN zł
UAH ₴
KZT ₸
TRY ₺ TL
VND ₫
THB ฿
ILS ₪
CRC ₡
PHP ₱
IDR Rp
MYR RM
PEN S/. S/
SAR SR
QAR QR
KWD KD
NOK kr kr.
SEK kr kr.
DKK kr kr.
CZK Kč
HUF Ft
RON lei
BGN лв
ZAR
AED
ISK
`;

// Built on first use: the taps bundle this file and read no prices.
let codes: ReadonlyMap<string, readonly string[]> | undefined;

function codesBySpelling(): ReadonlyMap<string, readonly string[]> {
  const bySpelling = new Map<string, string[]>();
  for (const line of spellings.trim().split('\n')) {
    const [code = '', ...signs] = line.split(' ');
    for (const each of [code, ...signs]) bySpelling.set(each, [...(bySpelling.get(each) ?? []), code]);
  }
  return bySpelling;
}

/** The currencies that a sign or code ("€", "CDN$", "USD") may mean; an adapter's own signs take precedence. */
export function currenciesOf(sign: string, stated: Readonly<Record<string, string>> = {}): readonly string[] {
  codes ??= codesBySpelling();
  const own = Object.hasOwn(stated, sign) ? stated[sign] : undefined;
  return own === undefined ? (codes.get(sign) ?? []) : [own];
}

/** ISO 4217 codes of currencies on marketplaces. Others are offered once the user has a rate for them. */
export const currencyCodes = (): readonly string[] => [...new Set([...codesBySpelling().values()].flat())];
