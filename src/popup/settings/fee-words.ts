import { type Fee, type FeeStage, feeStages, type MarketFees, maxFeeCents, noFee } from '#core/money/fees.ts';
import { dollar, inCurrency } from '#core/money/rates.ts';
import { formatTypedNumber, parseTypedAmount, parseTypedNumber } from '#core/money/typed-number.ts';
import { balanceMarket, isMarketId } from '#core/prices/markets.ts';
import { type NumberLimits, within } from '#core/settings/setting-controls.ts';
import { limitsText } from '#popup/settings/setting-words.ts';
import { formatAmount, formatNumber } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

const formatDollars = (cents: number): string => formatAmount(inCurrency(cents, dollar));

export const stageText = (stage: FeeStage): string => text(`settingsFee${keyOf(stage)}`);

/** The stages of a trade on a market: nobody cashes out Steam's balance, and of other sites no price is known to sell at. */
export const feeStagesOf = (id: string): readonly FeeStage[] =>
  id === balanceMarket ? ['buying', 'selling'] : isMarketId(id) ? feeStages : ['buying'];

export const leastText = ({ least = 0 }: Partial<Fee>): string =>
  least > 0 ? text('settingsFeeLeast', formatDollars(least)) : '';

const feeText = (fee: Fee): string => {
  const { percent, cents } = fee;
  const parts = [
    percent > 0 ? `${formatNumber(percent, 'upToHundredths')}%` : '',
    cents > 0 ? formatDollars(cents) : '',
  ];
  return [parts.filter(Boolean).join(' + ') || '0%', leastText(fee)].filter(Boolean).join(', ');
};

/** Every stage: "Buying or paying in 0% · Selling 2% · Cashing out not known". */
export const feesText = (id: string, fees: MarketFees): string =>
  feeStagesOf(id)
    .map((stage) => `${stageText(stage)} ${fees[stage] ? feeText(fees[stage]) : text('settingsFeeUnknown')}`)
    .join(' · ');

/** A fee as text of a field, which `parseFee` reads: "2.5% + $0.30"; "0" where nothing is taken. */
export function feeCellText({ percent: exact, cents, added }: TypedFee & Pick<Fee, 'added'>): string {
  // The per cent of a fee with a rounding of its own only shows its size.
  const percent = added ? Math.round(exact * 100) / 100 : exact;
  const parts = [
    percent > 0 ? `${formatTypedNumber(percent)}%` : '',
    cents > 0 ? `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}` : '',
  ];
  return parts.filter(Boolean).join(' + ') || '0';
}

export const feeExample = feeCellText({ percent: 2.5, cents: 30 });

type TypedFee = Pick<Fee, 'percent' | 'cents'>;

const percentLimits: NumberLimits = { min: 0, below: 100 };
const centLimits: NumberLimits = { min: 0, max: maxFeeCents };

/** A typed fee: per cent, an amount in dollars, or both. A number without a sign is per cent. */
export function parseFee(typed: string): TypedFee | { readonly problem: string } {
  let fee: TypedFee = noFee;
  const given = new Set<keyof TypedFee>();
  for (const part of typed.split('+')) {
    const [, before = '', number = '', after = ''] = /^\s*(\$?)\s*([^$%]*?)\s*([$%]?)\s*$/.exec(part) ?? [];
    const isAmount = before === '$' || after === '$';
    const name = isAmount ? 'cents' : 'percent';
    const value = isAmount ? parseTypedAmount(number, dollar.code)?.cents : parseTypedNumber(number);
    if (value === undefined || given.has(name) || (before === '$' && after !== ''))
      return { problem: text('settingsNoFee', feeExample) };
    const limits = isAmount ? centLimits : percentLimits;
    if (!within(limits)(value)) return { problem: limitsText(limits, isAmount ? 100 : 1) };
    given.add(name);
    fee = { ...fee, [name]: value };
  }
  return fee;
}
