import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { moneyText } from '#ui/words/difference-text.ts';
import { text } from '#ui/words/text.ts';

interface GainProps {
  /** USD cents. */
  readonly cents: number | undefined;
  readonly shown: Rate;
  /** What it is reckoned of: amounts in other currencies are taken by today's rate, which the sign in front says. */
  readonly of: readonly (Money | null)[];
}

export function Gain({ cents, shown, of }: GainProps) {
  if (cents === undefined) return null;
  const isByToday = of.some((amount) => amount && amount.currency !== shown.code);
  return (
    <span title={isByToday ? text('portfolioTodaysRate') : undefined}>
      {isByToday && '≈ '}
      {moneyText(inCurrency(cents, shown))}
    </span>
  );
}
