import type { Rate } from '#core/money/rates.ts';
import { minuteMs } from '#core/prices/age.ts';

/** Created on first use: each formatter takes 1 ms. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formatters.get(key) ?? new Intl.NumberFormat(undefined, options);
  formatters.set(key, known);
  return known;
}

/** USD cents in a currency: "€12.34". */
export function formatCents({ code, perUsd }: Rate, cents: number): string {
  const style = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
  return formatter(code, style).format((cents / 100) * perUsd);
}

const units = [
  ['day', 2 * 24 * 60, 24 * 60],
  ['hour', 60, 60],
  ['minute', 0, 1],
] as const;

/** An age in ms in its largest unit, in the browser's language: "4 min", "3 hr", "2 days". */
export function formatDuration(ms: number): string {
  const minutes = ms / minuteMs;
  const [unit, , size] = units.find(([, from]) => minutes >= from) ?? units[2];
  return formatter(unit, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(minutes / size));
}
