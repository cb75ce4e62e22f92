import type { Amount } from '#core/money/money.ts';
import { formatAmount, formatNumber } from '#ui/words/format.ts';

const signed = (value: number, size: string): string => (value < 0 ? `−${size}` : `+${size}`);

/** Below, above or equal, for readers who cannot tell the colours apart. */
export const arrow = (value: number): string => (value < 0 ? '▼' : value > 0 ? '▲' : '=');

/** Class of a difference's colour (src/ui/overlay/colours.css): a listing below the reference is good for a buyer. */
export const differenceTone = (value: number): 'good' | 'bad' | 'mute' =>
  value < 0 ? 'good' : value > 0 ? 'bad' : 'mute';

/** Class of a profit's colour: one below the user's threshold has none, and a loss is grey. */
export const profitTone = (cents: number, isGood: boolean): 'good' | 'mute' | '' =>
  isGood ? 'good' : cents > 0 ? '' : 'mute';

/** A difference in per cent: "−8.4%", "+12k%", "0.0%". */
export function percentText(diff: number): string {
  const size = Math.abs(diff);
  const text = size >= 1000 ? `${formatNumber(size / 1000, 'whole')}k` : formatNumber(size, 'tenths');
  return diff === 0 ? `${text}%` : `${signed(diff, text)}%`;
}

/** A difference: "−$2.85". What is written as nothing has no sign. */
export function moneyText({ cents, currency }: Amount): string {
  const size = formatAmount({ cents: Math.abs(cents), currency });
  return size === formatAmount({ cents: 0, currency }) ? size : signed(cents, size);
}

const weekArrow = (percent: number): string => (percent < 0 ? '↘' : percent > 0 ? '↗' : '→');

/** A change over 7 days, short enough to stand beside a price: "↗3.2%". Its arrow is not the one of a difference. */
export const weekText = (percent: number): string =>
  `${weekArrow(percent)}${percentText(percent).replace(/^[+−]/, '')}`;

/** Class of the colour of a change (src/ui/overlay/colours.css). It is neither good nor bad for a buyer. */
export const weekTone = (percent: number): 'rise' | 'fall' | 'mute' =>
  percent < 0 ? 'fall' : percent > 0 ? 'rise' : 'mute';
