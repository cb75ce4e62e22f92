import { markets } from '#core/markets.ts';
import { dollar } from '#core/rates.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import type { WatchedItem } from '#protocol/watch-list-messages.ts';
import { spanText } from '#ui/age.ts';
import { formatAmount, formatNumber } from '#ui/format.ts';
import { text } from '#ui/text.ts';

/** Targets are US dollars, and so everything beside them is. */
export const dollars = (cents: number): string => formatAmount(cents, dollar);

/** What an alert waits for. */
export function targetText(alert: WatchAlert): string {
  if (alert.kind === 'below') return text('watchTargetBelow', dollars(alert.cents));
  const percent = formatNumber(alert.percent, 'precise');
  return alert.kind === 'change' ? text('watchTargetChange', percent) : text('watchTargetUnderMedian', percent);
}

const doubts = { missing: 'watchDoubtMissing', inflated: 'watchDoubtInflated', stale: 'watchDoubtStale' } as const;

/** How an alert stands. `now`: ms since the epoch. */
export function standingText({ alert, reached, doubt }: WatchedItem, now: number): string {
  const doubtful = doubt ? text(doubts[doubt]) : '';
  if (!reached) return doubtful || text('watchWaiting');
  const [age, market, price] = [spanText(now - reached.at), markets[reached.market].name, dollars(reached.cents)];
  const said =
    alert?.kind === 'change'
      ? text('watchMoved', age, market, price, signed(reached.percent ?? 0))
      : text('watchReached', age, market, price);
  return doubtful ? `${said}. ${doubtful}` : said;
}

const signed = (percent: number): string => `${percent > 0 ? '+' : ''}${formatNumber(percent, 'tenths')}`;
