import type { Money } from '#core/money/money.ts';
import { minuteMs } from '#core/prices/age.ts';

/** An amount with all its decimals: "€12.34". */
export const formatWithCents = ({ cents, currency }: Money): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  );

const units = [
  ['day', 2 * 24 * 60, 24 * 60],
  ['hour', 60, 60],
  ['minute', 0, 1],
] as const;

/** An age in ms in its largest unit, in the browser's language: "4 min", "3 hr", "2 days". */
export function formatDuration(ms: number): string {
  const minutes = ms / minuteMs;
  const [unit, , size] = units.find(([, from]) => minutes >= from) ?? units[2];
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(minutes / size),
  );
}
