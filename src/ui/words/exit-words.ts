import type { Fee } from '#core/money/fees.ts';
import type { Rate } from '#core/money/rates.ts';
import type { NoExitReason } from '#core/prices/exit-value.ts';
import { markets } from '#core/prices/markets.ts';
import type { OverlayExit, OverlayModel } from '#ui/overlay/overlay-model.ts';
import { moneyText } from '#ui/words/difference-text.ts';
import { profitPercent } from '#ui/words/exit-text.ts';
import { formatAge, formatAmount, formatNumber } from '#ui/words/format.ts';
import { type TextKey, text } from '#ui/words/text.ts';

/** The sum of an exit value, line by line. */
function exitLines({ market, sells, ageMs, fees, netCents, profit, ratio }: OverlayExit, shown: Rate): string[] {
  const name = markets[market].name;
  const price = formatAmount(sells.cents, shown);
  const one = formatNumber(1, 'hundredths');
  return [
    text(sells.of === 'ask' ? 'exitAsk' : 'exitAverage', name, price, formatAge(ageMs)),
    text('exitFees', feeText(fees.selling, shown), feeText(fees.cashingOut, shown), formatAmount(netCents, shown)),
    ...(profit
      ? [
          text('exitCost', formatAmount(profit.costCents, shown)),
          text('exitProfit', moneyText(profit.profitCents, shown), profitPercent(profit)),
          ...(profit.beforeFees ? [`* ${text('exitBeforeHint')}`] : []),
        ]
      : []),
    ...(ratio === undefined ? [] : [text('overlayCashTitle', one, formatNumber(ratio, 'ratio'), name)]),
  ];
}

const feeText = ({ percent, cents }: Fee, shown: Rate): string =>
  [
    ...(percent || !cents ? [`${formatNumber(percent, 'upToHundredths')}%`] : []),
    ...(cents ? [formatAmount(cents, shown)] : []),
  ].join(' + ');

const reasonKeys = {
  'no-fees': 'exitNoFees',
  'not-loaded': 'exitNotLoaded',
  'no-price': 'exitNoPrice',
  inflated: 'exitInflated',
  old: 'exitOld',
  thin: 'exitThin',
  'no-cash-out': 'exitNoCashOut',
  'nothing-left': 'exitNothingLeft',
} as const satisfies Record<NoExitReason, TextKey>;

export const noExitText = (reason: NoExitReason): string => text(reasonKeys[reason]);

/** The sum, or why there is none; nothing where the user does not expect one. */
export function exitTrace({ exit, shown }: Pick<OverlayModel, 'exit' | 'shown'>): readonly string[] {
  if (exit === undefined) return [];
  return typeof exit === 'string' ? [noExitText(exit)] : exitLines(exit, shown);
}
