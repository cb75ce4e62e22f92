import { exactCents } from '#core/money/fees.ts';
import type { Money } from '#core/money/money.ts';
import { dayMs, minuteMs } from '#core/prices/age.ts';
import { numberLanguage, text } from '#ui/words/text.ts';

const decimals = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Options of Intl by number format; `own` has as many decimals as the currency. */
const numberFormats = {
  own: {},
  whole: decimals(0),
  tenths: decimals(1),
  hundredths: decimals(2),
  upToHundredths: { maximumFractionDigits: 2 },
  ratio: { minimumSignificantDigits: 3, maximumSignificantDigits: 3 },
  precise: { maximumSignificantDigits: 6, useGrouping: false },
  short: { notation: 'compact', maximumSignificantDigits: 4 },
} as const;
type NumberFormat = keyof typeof numberFormats;

// A site's coins have no common sign.
const styleOf = (code: string): Intl.NumberFormatOptions =>
  code === 'COIN' ? {} : { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' };

const cache = new Map<string, Intl.NumberFormat>();

/** Creating a formatter costs as much as drawing a card, so each is created once. */
function formatter(format: NumberFormat, code = 'COIN'): Intl.NumberFormat {
  const language = numberLanguage();
  const key = `${language} ${format} ${code}`;
  const known = cache.get(key);
  if (known) return known;
  const created = new Intl.NumberFormat(language, { ...styleOf(code), ...numberFormats[format] });
  cache.set(key, created);
  return created;
}

/** A number in the user's locale: "36,592", "8.4", "1.50", "1.5", "0.682", "0.921345". */
export const formatNumber = (
  value: number,
  format: 'whole' | 'tenths' | 'hundredths' | 'upToHundredths' | 'ratio' | 'precise',
): string => formatter(format).format(value);

/** A count with its thousands separated: "36,592". */
export const countText = (count: number): string => formatNumber(count, 'whole');

/** No cents from 1,000 on, shortened from a million on: cards are narrow. Coins are a number without a sign. */
export function formatAmount({ cents, currency }: Money): string {
  const units = cents / 100;
  const size = Math.abs(units);
  if (size >= 1e6) return formatter('short', currency).format(units);
  return formatter(size >= 1000 ? 'whole' : currency === 'COIN' ? 'hundredths' : 'own', currency).format(units);
}

/** To the currency's smallest coin, `less` so many of them. `typed` has a decimal point and no sign. */
export function amountToType({ cents, currency }: Money, round: 'floor' | 'ceil', less = 0) {
  const money = formatter(currency === 'COIN' ? 'hundredths' : 'own', currency);
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  const units = (Math[round](exactCents((cents / 100) * 10 ** digits)) - less) / 10 ** digits;
  return { text: money.format(units), typed: units.toFixed(digits) };
}

export const formatRounded = ({ cents, currency }: Money): string => formatter('whole', currency).format(cents / 100);

/** Whether amounts of a currency are written with hundredths. */
export const hasCents = (code: string): boolean =>
  code === 'COIN' || formatter('own', code).resolvedOptions().maximumFractionDigits === 2;

/** The sign of a currency: "€", "CHF"; for coins the word. */
export const currencySign = (code: string): string =>
  code === 'COIN'
    ? text('coins')
    : (formatter('own', code)
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? code);

/** An amount with its code where another currency beside it has the same sign: "$12.34 CAD" beside US dollars. */
export const toldApart = (amount: string, code: string, beside: string): string =>
  code !== beside && currencySign(code) === currencySign(beside) ? `${amount} ${code}` : amount;

/** "3 Dec", in the user's own time zone. */
export const formatDay = (ms: number): string =>
  new Intl.DateTimeFormat(numberLanguage(), { day: 'numeric', month: 'short' }).format(ms);

/** "3 Dec 2026", in the user's own time zone. */
export const formatDate = (ms: number): string =>
  new Intl.DateTimeFormat(numberLanguage(), { day: 'numeric', month: 'short', year: 'numeric' }).format(ms);

const hourMs = 60 * minuteMs;

/** A span of ms in its largest unit: "< 1 min", "4 min", "3 h", "2 d". */
export function formatAge(ms: number): string {
  if (ms < minuteMs) return text('ageUnderMinute');
  if (ms < hourMs) return text('ageMinutes', formatNumber(Math.floor(ms / minuteMs), 'whole'));
  if (ms < 2 * dayMs) return text('ageHours', formatNumber(Math.floor(ms / hourMs), 'whole'));
  return text('ageDays', formatNumber(Math.floor(ms / dayMs), 'whole'));
}

/** Rounded down: "40 s", "4 min", "3 h", "2 d". A negative span, of two clocks that disagree, counts as 0. */
export const spanText = (ms: number): string =>
  ms < minuteMs ? text('ageSeconds', countText(Math.max(0, Math.floor(ms / 1000)))) : formatAge(ms);
