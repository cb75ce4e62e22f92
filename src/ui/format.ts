import type { Rate } from '#core/rates.ts';
import { numberLanguage, text } from '#ui/text.ts';

const decimals = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** In which forms numbers stand; an amount in its currency's own form has as many decimals as the currency. */
const forms = {
  own: {},
  whole: decimals(0),
  tenths: decimals(1),
  hundredths: decimals(2),
  precise: { maximumSignificantDigits: 6, useGrouping: false },
  short: { notation: 'compact', maximumSignificantDigits: 4 },
} as const;
type Form = keyof typeof forms;

// A site's coins have no sign that everybody knows.
const styleOf = (code: string): Intl.NumberFormatOptions =>
  code === 'COIN' ? {} : { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' };

/** By form and currency, for one language. */
const made = new Map<Form, Map<string, Intl.NumberFormat>>();
let madeFor = '';

/** A formatter costs as much as drawing a card, so each is made once; and is asked for several times a card. */
function formatter(form: Form, code = 'COIN'): Intl.NumberFormat {
  const language = numberLanguage();
  if (language !== madeFor) made.clear();
  madeFor = language;
  const known = made.get(form)?.get(code);
  if (known) return known;
  const fresh = new Intl.NumberFormat(language, { ...styleOf(code), ...forms[form] });
  made.set(form, (made.get(form) ?? new Map()).set(code, fresh));
  return fresh;
}

/** A bare number of the user's locale: "36,592", "8.4", "1.50", "0.921345". */
export const formatNumber = (value: number, form: 'whole' | 'tenths' | 'hundredths' | 'precise'): string =>
  formatter(form).format(value);

/**
 * USD cents in another currency and the user's locale; from 1,000 on without cents and from a million on in short,
 * so that narrow cards hold it. Coins are a bare number.
 */
export function formatAmount(cents: number, { code, perUsd }: Rate): string {
  const units = (cents / 100) * perUsd;
  const size = Math.abs(units);
  if (size >= 1e6) return formatter('short', code).format(units);
  return formatter(size >= 1000 ? 'whole' : code === 'COIN' ? 'hundredths' : 'own', code).format(units);
}

/** The sign of a currency: "€", "CHF"; the word for coins. */
export const currencySign = (code: string): string =>
  code === 'COIN'
    ? text('coins')
    : (formatter('own', code)
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? code);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of ms in its largest unit: "< 1 min", "4 min", "3 h", "2 d". */
export function formatAge(ms: number): string {
  if (ms < minute) return text('ageUnderMinute');
  if (ms < hour) return text('ageMinutes', formatNumber(Math.floor(ms / minute), 'whole'));
  if (ms < 2 * day) return text('ageHours', formatNumber(Math.floor(ms / hour), 'whole'));
  return text('ageDays', formatNumber(Math.floor(ms / day), 'whole'));
}
