import type { Fee } from '#core/money/fees.ts';
import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import type { NoExitReason, Profit } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId, marketNames } from '#core/prices/markets.ts';
import type { Lock } from '#core/site.ts';
import type { OverlayExit, OverlayModel } from '#ui/overlay/overlay-model.ts';
import type { Shape } from '#ui/overlay/shape.ts';
import { moneyText, percentText, wholeMoneyText } from '#ui/words/difference-text.ts';
import { formatAge, formatAmount, formatDay, formatNumber } from '#ui/words/format.ts';
import { keyOf, phraseFor, text } from '#ui/words/text.ts';

export interface ExitText {
  /** A loss is in ink, in a lighter weight: grey means doubt. */
  readonly tone: 'good' | 'loss' | 'sample' | 'mute' | '';
  /** Profit, the balance's ratio, what a sale leaves, or why nobody knows. */
  readonly lead: string;
  /** A profit without its cents, for narrow cards; rounded down. */
  readonly brief?: string | undefined;
  readonly isVerdict?: boolean;
  readonly percent?: string | undefined;
  /** That the profit is before the site's fees, which the percent marks with a star. */
  readonly before?: string | undefined;
  readonly market?: MarketId;
  /** Attributes of the row in the overlay's shadow root, on which other programs rely. */
  readonly data?: Shape['attributes'];
}

/** What a sale leaves: "net $26.86", and of Steam, whose balance is no cash, "balance $26.86". Without a market it is cash. */
export const leavesText = (left: Money, market?: MarketId): string =>
  text(market === balanceMarket ? 'wordBalanceAmount' : 'wordNetAmount', formatAmount(left));

export const leavesWord = (market: MarketId | undefined): string =>
  text(market === balanceMarket ? 'wordBalanceAmount' : 'wordNetAmount', '').trim();

/** A profit in per cent of its cost, with a star where the site's own fees are not known: "+25.5%*". */
export const profitPercent = ({ percent, beforeFees }: Pick<Profit, 'percent' | 'beforeFees'>): string =>
  `${percentText(percent)}${beforeFees ? '*' : ''}`;

/** `undefined` where none is expected. An unknown one has its reason, so that a card does not grow when one comes. */
export function exitText(
  { exit, shown, head, noDifferenceReason }: Pick<OverlayModel, 'exit' | 'shown' | 'head' | 'noDifferenceReason'>,
  noDifference: string | undefined,
): ExitText | undefined {
  if (!head) return undefined;
  if (typeof exit !== 'object')
    return {
      tone: noDifferenceReason === 'sample' ? 'sample' : 'mute',
      lead: whyNone(exit, noDifferenceReason, noDifference),
    };
  const { market, netCents, profit, ratio, isGood } = exit;
  const amount = profit && inCurrency(profit.profitCents, shown);
  const lead = amount
    ? moneyText(amount)
    : ratio === undefined
      ? leavesText(inCurrency(netCents, shown))
      : formatNumber(ratio, 'ratio');
  return {
    tone: isGood ? 'good' : profit && profit.profitCents <= 0 ? 'loss' : '',
    lead,
    brief: amount && wholeMoneyText(amount),
    isVerdict: profit !== undefined || ratio !== undefined,
    percent: profit && profitPercent(profit),
    before: profit?.beforeFees && text('exitBefore'),
    market,
    data: {
      'data-exit-market': market,
      'data-exit-cents': Math.round(netCents),
      'data-profit-cents': profit && Math.round(profit.profitCents),
      'data-profit-percent': profit?.percent.toFixed(1),
    },
  };
}

function whyNone(
  exit: NoExitReason | undefined,
  reason: OverlayModel['noDifferenceReason'],
  noDifference: string | undefined,
): string {
  if (reason === 'any-phase') return text('exitPhaseBrief');
  return exit ? briefText(exit) : (noDifference?.split(' · ')[0] ?? '');
}

export const exitLine = ({ lead, percent, before, market }: ExitText): string =>
  [lead, percent, before, market && marketNames[market]].filter(Boolean).join(' · ');

function exitLines({ market, sells, ageMs, fees, netCents, profit, ratio }: OverlayExit, shown: Rate): string[] {
  const name = marketNames[market];
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

/** The word of a reason on a card. */
function briefText(reason: NoExitReason): string {
  if (reason === 'not-loaded') return '…';
  if (reason === 'no-fees') return text('overlayNoFees');
  if (reason === 'no-price') return text('wordNoPrice');
  return reason === 'inflated' ? text('overlayInflated') : text(`exit${keyOf(reason)}Brief`);
}

export const noExitText = (reason: NoExitReason): string => text(`exit${keyOf(reason)}`);

/** What the exit value is reckoned from, or why there is none; nothing where the user does not expect one. */
export function exitTrace({ exit, shown, locked }: Pick<OverlayModel, 'exit' | 'shown' | 'locked'>): readonly string[] {
  if (exit === undefined) return [];
  if (typeof exit === 'string') return [noExitText(exit)];
  return [...exitLines(exit, shown), ...(locked ? [lockText(locked).title] : [])];
}

export function lockText({ until }: Lock) {
  if (until === undefined) return phraseFor('overlayLocked');
  const day = formatDay(until);
  return { text: text('lockedUntil', day), brief: text('lockedUntilBrief', day), title: text('lockedUntilTitle', day) };
}
