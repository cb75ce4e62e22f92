import { type Fee, type FeeStage, feeStages, type MarketFees } from '#core/money/fees.ts';
import { dollar } from '#core/money/rates.ts';
import { formatAmount, formatNumber } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

const formatDollars = (cents: number): string => formatAmount(cents, dollar);

const stageKeys = {
  buying: 'settingsFeeBuying',
  selling: 'settingsFeeSelling',
  cashingOut: 'settingsFeeCashingOut',
} as const satisfies Record<FeeStage, string>;

export const stageText = (stage: FeeStage): string => text(stageKeys[stage]);

/** The least that a fee takes; empty without one. */
export const leastText = ({ least = 0 }: Fee): string =>
  least > 0 ? text('settingsFeeLeast', formatDollars(least)) : '';

const feeText = (fee: Fee): string => {
  const { percent, cents } = fee;
  const parts = [
    percent > 0 ? `${formatNumber(percent, 'upToHundredths')}%` : '',
    cents > 0 ? formatDollars(cents) : '',
  ];
  return [parts.filter(Boolean).join(' + '), leastText(fee)].filter(Boolean).join(', ');
};

/** The stages that take something: "Selling 13.04%, at least $0.02". */
export function feesText(fees: MarketFees): string {
  const taking = feeStages.flatMap((stage) => {
    const taken = feeText(fees[stage]);
    return taken ? [`${stageText(stage)} ${taken}`] : [];
  });
  return taking.length === 0 ? text('settingsFeeNone') : taking.join(' · ');
}
