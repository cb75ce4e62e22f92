import { dollar, type Rate } from '#core/rates.ts';

/** A formatter is made when it is first needed: each would cost a wake-up a millisecond. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formatters.get(key) ?? new Intl.NumberFormat(undefined, options);
  formatters.set(key, known);
  return known;
}

/** USD cents in a currency, for where the worker itself speaks: "€12.34". */
export function amountIn({ code, perUsd }: Rate, cents: number): string {
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  return formatter(code, style).format((cents / 100) * perUsd);
}

/** USD cents: "$12.34". */
export const dollars = (cents: number): string => amountIn(dollar, cents);

const minute = 60_000;
const units = [
  ['day', 2 * 24 * 60, 24 * 60],
  ['hour', 60, 60],
  ['minute', 0, 1],
] as const;

/** A span of ms in its largest unit, in the browser's words: "4 min", "3 hr", "2 days". */
export function spanOf(ms: number): string {
  const minutes = ms / minute;
  const [unit, , size] = units.find(([, from]) => minutes >= from) ?? units[2];
  return formatter(unit, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(minutes / size));
}
