import type { Rate } from '#core/rates.ts';

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(code: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${code} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  // A site's coins have no sign that everybody knows.
  const style =
    code === 'COIN' ? {} : ({ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const);
  const made = new Intl.NumberFormat(undefined, { ...style, ...options });
  formatters.set(key, made);
  return made;
}

const whole = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const short = { notation: 'compact', maximumSignificantDigits: 4 } as const;

/**
 * USD cents in another currency and the user's locale; from 1,000 on without cents and from a million on in short,
 * so that narrow cards hold it. Coins are a bare number.
 */
export function formatAmount(cents: number, { code, perUsd }: Rate): string {
  const units = (cents / 100) * perUsd;
  const size = Math.abs(units);
  if (size >= 1e6) return formatter(code, short).format(units);
  return formatter(code, size >= 1000 ? whole : code === 'COIN' ? hundredths : {}).format(units);
}

/** The sign of a currency: "€", "CHF"; the word for coins. */
export const currencySign = (code: string): string =>
  code === 'COIN'
    ? 'coins'
    : (formatter(code, {})
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? code);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of ms in its largest unit: "< 1 min", "4 min", "3 h", "2 d". */
export function formatAge(ms: number): string {
  if (ms < minute) return '< 1 min';
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < 2 * day) return `${Math.floor(ms / hour)} h`;
  return `${Math.floor(ms / day)} d`;
}
