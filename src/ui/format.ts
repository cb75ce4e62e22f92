const formatters = new Map<number, Intl.NumberFormat>();

/** USD cents in the user's locale; from $1,000 on without cents, so that narrow cards hold it. */
export function formatUsd(cents: number): string {
  const digits = cents >= 100_000 ? 0 : 2;
  let formatter = formatters.get(digits);
  if (!formatter) {
    const options = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
    formatter = new Intl.NumberFormat(undefined, {
      ...options,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(digits, formatter);
  }
  return formatter.format(cents / 100);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span of ms in its largest unit: "under 1 min", "4 min", "3 h", "2 d". */
export function formatAge(ms: number): string {
  if (ms < minute) return 'under 1 min';
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  if (ms < 2 * day) return `${Math.floor(ms / hour)} h`;
  return `${Math.floor(ms / day)} d`;
}
