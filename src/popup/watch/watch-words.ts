import { markets } from '#core/markets.ts';
import { dollar } from '#core/rates.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import type { WatchedItem } from '#protocol/watch-list-messages.ts';
import { spanText } from '#ui/age.ts';
import { formatAmount, formatNumber } from '#ui/format.ts';
import { text } from '#ui/text.ts';

/** Alert prices are US dollars, so the watch list shows all its prices in US dollars. */
export const formatDollars = (cents: number): string => formatAmount(cents, dollar);

/** The condition of an alert. */
export function alertText(alert: WatchAlert): string {
  if (alert.kind === 'below') return text('watchTargetBelow', formatDollars(alert.cents));
  const percent = formatNumber(alert.percent, 'precise');
  return alert.kind === 'change' ? text('watchTargetChange', percent) : text('watchTargetUnderMedian', percent);
}

const doubtKeys = {
  missing: 'watchDoubtMissing',
  inflated: 'watchDoubtInflated',
  stale: 'watchDoubtStale',
  sample: 'watchDoubtSample',
} as const;

/** The state of an alert. `now`: ms since the epoch. */
export function alertStateText({ alert, reached, doubt }: WatchedItem, now: number): string {
  const doubtText = doubt ? text(doubtKeys[doubt]) : '';
  if (!reached) return doubtText || text('watchWaiting');
  const [age, market, price] = [spanText(now - reached.at), markets[reached.market].name, formatDollars(reached.cents)];
  const state =
    alert?.kind === 'change'
      ? text('watchMoved', age, market, price, signed(reached.percent ?? 0))
      : text('watchReached', age, market, price);
  return doubtText ? `${state}. ${doubtText}` : state;
}

const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatNumber(Math.abs(percent), 'tenths')}`;
