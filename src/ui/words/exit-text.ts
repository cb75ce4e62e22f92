import type { Fee } from '#core/money/fees.ts';
import type { Amount } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { NoExitReason, Profit } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId, markets } from '#core/prices/markets.ts';
import type { Lock } from '#core/site.ts';
import type { OverlayExit, OverlayModel } from '#ui/overlay/overlay-model.ts';
import { moneyText, percentText, profitTone } from '#ui/words/difference-text.ts';
import { formatAge, formatAmount, formatDay, formatNumber } from '#ui/words/format.ts';
import { type TextKey, text } from '#ui/words/text.ts';

/** The row of the exit value in short. */
export interface ExitText {
  readonly tone: 'good' | 'mute' | '';
  /** Profit, the balance's ratio, or what a sale leaves. */
  readonly lead: string;
  readonly percent: string | undefined;
  /** That the profit is before the site's fees, which the percent marks with a star. */
  readonly before: string | undefined;
  /** Why there is no profit, in a word. */
  readonly why: string | undefined;
  readonly market: MarketId | undefined;
  /** Attributes of the row in the overlay's shadow root, on which other programs rely. */
  readonly data: Readonly<Record<string, string | undefined>>;
}

/** What a sale leaves: "net $26.86", and of Steam, whose balance is no cash, "balance $26.86". Without a market it is cash. */
export const leavesText = (left: Amount, market?: MarketId): string =>
  text(market === balanceMarket ? 'wordBalanceAmount' : 'wordNetAmount', formatAmount(left));

/** The word of that alone. */
export const leavesWord = (market: MarketId | undefined): string =>
  text(market === balanceMarket ? 'wordBalanceAmount' : 'wordNetAmount', '').trim();

/** A profit in per cent of its cost, with a star where the site's own fees are not known: "+25.5%*". */
export const profitPercent = ({ percent, beforeFees }: Pick<Profit, 'percent' | 'beforeFees'>): string =>
  `${percentText(percent)}${beforeFees ? '*' : ''}`;

/**
 * `undefined` where there is no exit value to expect. Where none is known there is a row, so that a card does not grow when
 * one comes. It has no arrow: arrows compare the listing with a market.
 * @param noDifference why the listing is not compared
 */
export function exitText(
  { exit, shown }: Pick<OverlayModel, 'exit' | 'shown'>,
  noDifference: string | undefined,
): ExitText | undefined {
  if (exit === undefined || exit === 'no-fees') return undefined;
  const nothing = { percent: undefined, before: undefined, why: undefined, market: undefined, data: {} };
  if (typeof exit === 'string') return { tone: 'mute', lead: exit === 'not-loaded' ? '…' : '—', ...nothing };
  const { market, netCents, profit, ratio, isGood } = exit;
  const lead = profit
    ? moneyText(inCurrency(profit.profitCents, shown))
    : ratio === undefined
      ? leavesText(inCurrency(netCents, shown))
      : formatNumber(ratio, 'ratio');
  return {
    tone: profitTone(profit?.profitCents ?? netCents, isGood),
    lead,
    percent: profit && profitPercent(profit),
    before: profit?.beforeFees && text('exitBefore'),
    why: profit || ratio !== undefined ? undefined : noDifference?.split(' · ')[0],
    market,
    data: {
      'data-exit-market': market,
      'data-exit-cents': String(Math.round(netCents)),
      'data-profit-cents': profit && String(Math.round(profit.profitCents)),
      'data-profit-percent': profit?.percent.toFixed(1),
    },
  };
}

/** The exit value in one line. */
export const exitLine = ({ lead, percent, before, why, market }: ExitText): string =>
  [lead, percent, before, why && `${text('exitNoProfit')} ${why}`, market && markets[market].name]
    .filter(Boolean)
    .join(' · ');

/** What an exit value is reckoned from, line by line. */
function exitLines({ market, sells, ageMs, fees, netCents, profit, ratio }: OverlayExit, shown: Rate): string[] {
  const name = markets[market].name;
  const price = formatAmount(inCurrency(sells.cents, shown));
  const one = formatNumber(1, 'hundredths');
  return [
    text(sells.of === 'ask' ? 'exitAsk' : 'exitAverage', name, price, formatAge(ageMs)),
    text(
      'exitFees',
      feeText(fees.selling, shown),
      feeText(fees.cashingOut, shown),
      formatAmount(inCurrency(netCents, shown)),
    ),
    ...(profit
      ? [
          text('exitCost', formatAmount(inCurrency(profit.costCents, shown))),
          ...(profit.beforeFees ? [`* ${text('exitBeforeHint')}`] : []),
        ]
      : []),
    ...(ratio === undefined ? [] : [text('overlayCashTitle', one, formatNumber(ratio, 'ratio'), name)]),
  ];
}

const feeText = ({ percent, cents }: Fee, shown: Rate): string =>
  [
    ...(percent || !cents ? [`${formatNumber(percent, 'upToHundredths')}%`] : []),
    ...(cents ? [formatAmount(inCurrency(cents, shown))] : []),
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

/** What the exit value is reckoned from, or why there is none; nothing where the user does not expect one. */
export function exitTrace({ exit, shown, locked }: Pick<OverlayModel, 'exit' | 'shown' | 'locked'>): readonly string[] {
  if (exit === undefined) return [];
  if (typeof exit === 'string') return [noExitText(exit)];
  return [...exitLines(exit, shown), ...(locked ? [lockText(locked).title] : [])];
}

/** That an item is locked, and until when where that is told. */
export function lockText({ until }: Lock) {
  if (until === undefined) return { text: text('overlayLocked'), title: text('overlayLockedTitle') };
  const day = formatDay(until);
  return { text: text('lockedUntil', day), brief: text('lockedUntilBrief', day), title: text('lockedUntilTitle', day) };
}
