import type { Money } from '#core/money/money.ts';
import { inCurrency, type Rate } from '#core/money/rates.ts';
import { type AmountsOfThen, type Portfolio, realisedProfit, type Sale, type UsdOf } from '#core/owned/portfolio.ts';
import type { PortfolioValue } from '#core/owned/valuation.ts';
import type { PartialSum } from '#core/prices/partial-sum.ts';
import { moneyText } from '#ui/words/difference-text.ts';
import { countText, formatAmount } from '#ui/words/format.ts';
import { text } from '#ui/words/text.ts';

export interface SumsProps extends Pick<Portfolio, 'sales'> {
  readonly usdOf: UsdOf;
  readonly ofThen: AmountsOfThen;
  readonly value: PortfolioValue;
  readonly shown: Rate;
}

export function Sums({ value: { items, value, net, profit, holdings }, sales, shown, usdOf, ofThen }: SumsProps) {
  const realised = realisedProfit(sales, usdOf, ofThen);
  const sold = sales.reduce((sum, { count }) => sum + count, 0);
  const costs = holdings.flatMap((one) => (one.profit === undefined ? [] : ofThen.cost(one)));
  const saleOf = (sale: Sale) => [ofThen.cost(sale), ofThen.received(sale)];
  return (
    <dl class="facts">
      {value.cents !== net.cents && <Sum head="portfolioAsks" sum={value} of={items} shown={shown} />}
      <Sum head="wordNet" sum={net} of={items} shown={shown} />
      <Sum head="portfolioProfit" sum={profit} of={items} shown={shown} gainOf={costs} />
      {sold > 0 && (
        <Sum head="portfolioRealised" sum={realised} of={sold} shown={shown} gainOf={sales.flatMap(saleOf)} />
      )}
    </dl>
  );
}

interface SumProps {
  readonly head: 'portfolioAsks' | 'wordNet' | 'portfolioProfit' | 'portfolioRealised';
  readonly sum: PartialSum;
  readonly of: number;
  readonly shown: Rate;
  /** Of a gain the amounts of which it is reckoned. */
  readonly gainOf?: readonly (Money | null)[];
}

/** A sum without any item in it is not 0 but unknown. */
const Sum = ({ head, sum: { cents, items }, of, shown, gainOf }: SumProps) => (
  <div>
    <dt>{text(head)}</dt>
    <dd class={gainOf && cents > 0 ? 'good' : ''}>
      {items === 0 ? (
        '–'
      ) : gainOf ? (
        <Gain cents={cents} shown={shown} of={gainOf} />
      ) : (
        formatAmount(inCurrency(cents, shown))
      )}
    </dd>
    {items < of && <dd class="muted">{text('portfolioCounted', countText(items), countText(of))}</dd>}
  </div>
);

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
