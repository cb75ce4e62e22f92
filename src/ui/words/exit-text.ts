import type { Profit } from '#core/prices/exit-value.ts';
import { markets } from '#core/prices/markets.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';
import { arrow, moneyText, percentText } from '#ui/words/difference-text.ts';
import { formatAmount, formatNumber } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

/** The row of the exit value in short. */
export interface ExitText {
  readonly tone: 'good' | 'mute' | '';
  /** Profit, the balance's ratio, or what a sale leaves. */
  readonly lead: string;
  readonly percent: string | undefined;
  /** That the profit is before the site's fees, which the percent marks with a star. */
  readonly before: string | undefined;
  readonly market: string;
  /** Attributes of the row in the overlay's shadow root, on which other programs rely. */
  readonly data: Readonly<Record<string, string | undefined>>;
}

/** A profit in per cent of its cost, with a star where the site's own fees are not known: "+25.5%*". */
export const profitPercent = ({ percent, beforeFees }: Pick<Profit, 'percent' | 'beforeFees'>): string =>
  `${percentText(percent)}${beforeFees ? '*' : ''}`;

/**
 * `undefined` where there is no exit value to expect. Where none is known there is a row, so that a card does not grow when
 * one comes.
 */
export function exitText({ exit, shown }: Pick<OverlayModel, 'exit' | 'shown'>): ExitText | undefined {
  if (exit === undefined || exit === 'no-fees') return undefined;
  const nothing = { percent: undefined, before: undefined, market: '', data: {} };
  if (typeof exit === 'string') return { tone: 'mute', lead: exit === 'not-loaded' ? '…' : '—', ...nothing };
  const { market, netCents, profit, ratio, isGood } = exit;
  const lead = profit
    ? `${arrow(profit.profitCents)} ${moneyText(profit.profitCents, shown)}`
    : ratio === undefined
      ? `→ ${formatAmount(netCents, shown)}`
      : formatNumber(ratio, 'ratio');
  return {
    tone: isGood ? 'good' : '',
    lead,
    percent: profit && profitPercent(profit),
    before: profit?.beforeFees && text('exitBefore'),
    market: markets[market].name,
    data: {
      'data-exit-market': market,
      'data-exit-cents': String(Math.round(netCents)),
      'data-profit-cents': profit && String(Math.round(profit.profitCents)),
      'data-profit-percent': profit?.percent.toFixed(1),
    },
  };
}
