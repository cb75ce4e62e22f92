import { markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import { lineCents } from '#core/watch-crossing.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import type { WatchedItem } from '#protocol/watch-list-messages.ts';
import { spanText } from '#ui/age.ts';
import { formatAmount, formatNumber } from '#ui/format.ts';
import { text } from '#ui/text.ts';

/** The condition of an alert. Amounts are in the shown currency. */
export function alertText(alert: WatchAlert, shown: Rate): string {
  const target = targetText(alert, shown);
  return 'market' in alert && alert.market ? text('watchTargetOn', target, markets[alert.market].name) : target;
}

const moneyKeys = { below: 'watchTargetBelow', above: 'watchTargetAbove', exit: 'watchTargetExit' } as const;

function targetText(alert: WatchAlert, shown: Rate): string {
  if ('cents' in alert) return text(moneyKeys[alert.kind], formatAmount(lineCents(alert, shown), shown));
  const percent = formatNumber(alert.percent, 'precise');
  return alert.kind === 'change' ? text('watchTargetChange', percent) : text('watchTargetUnderMedian', percent);
}

const doubtKeys = {
  missing: 'watchDoubtMissing',
  inflated: 'watchDoubtInflated',
  stale: 'watchDoubtStale',
  sample: 'watchDoubtSample',
  'no-exit': 'watchDoubtNoExit',
} as const;

/** The state of an alert. `now`: ms since the epoch. */
export function alertStateText(
  { alert, reached, doubt, doubtful = [] }: WatchedItem,
  shown: Rate,
  now: number,
): string {
  const where = doubtful.map((market) => markets[market].name).join(', ');
  const doubtText = doubt ? `${text(doubtKeys[doubt])}${where && ` (${where})`}` : '';
  if (!reached) return doubtText || text('watchWaiting');
  const [age, market] = [spanText(now - reached.at), markets[reached.market].name];
  const price = formatAmount(reached.cents, shown);
  const state =
    alert?.kind === 'change'
      ? text('watchMoved', age, market, price, signed(reached.percent ?? 0))
      : text('watchReached', age, market, price);
  return doubtText ? `${state}. ${doubtText}` : state;
}

const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${formatNumber(Math.abs(percent), 'tenths')}`;
