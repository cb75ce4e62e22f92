import type { Money } from '#core/money/money.ts';
import { formatAmount, formatNumber, formatRounded } from '#ui/words/format.ts';

const signed = (value: number, size: string): string => (value < 0 ? `−${size}` : `+${size}`);

/** Below, above or equal: the sign of a row's difference, which has no colour of its own. */
export const arrow = (value: number): string => (value < 0 ? '▾' : value > 0 ? '▴' : '=');

/** A difference in per cent: "−8.4%", "+12k%", "0.0%". */
export function percentText(diff: number): string {
  const size = Math.abs(diff);
  const text = size >= 1000 ? `${formatNumber(size / 1000, 'whole')}k` : formatNumber(size, 'tenths');
  return diff === 0 ? `${text}%` : `${signed(diff, text)}%`;
}

/** A difference: "−$2.85". What is written as nothing has no sign. */
export function moneyText({ cents, currency }: Money): string {
  const size = formatAmount({ cents: Math.abs(cents), currency });
  return size === formatAmount({ cents: 0, currency }) ? size : signed(cents, size);
}

/** A difference without its cents, rounded down: "−$3"; as it is where it has none, or is less than a unit. */
export function wholeMoneyText({ cents, currency }: Money): string {
  if (Math.abs(cents) < 100 || Math.abs(cents) >= 100_000) return moneyText({ cents, currency });
  const units = Math.floor(cents / 100);
  return signed(units, formatRounded({ cents: Math.abs(units) * 100, currency }));
}

const weekArrow = (percent: number): string => (percent < 0 ? '↘' : percent > 0 ? '↗' : '→');

/** A change over 7 days, short enough to stand beside a price: "↗3.2%". Its arrow is not the one of a difference. */
export const weekText = (percent: number): string =>
  `${weekArrow(percent)}${percentText(percent).replace(/^[+−]/, '')}`;

/** Class of the colour of a change (src/ui/overlay/colours.css). It is neither good nor bad for a buyer. */
export const weekTone = (percent: number): 'rise' | 'fall' | 'mute' =>
  percent < 0 ? 'fall' : percent > 0 ? 'rise' : 'mute';
