import { markets, type ReferenceMarket } from '#core/markets.ts';
import type { PartialSum, PortfolioValue } from '#core/portfolio-value.ts';
import { signedDollars } from '#popup/portfolio/portfolio-words.ts';
import { formatDollars } from '#popup/watch/watch-words.ts';
import { countText } from '#ui/age.ts';
import { text } from '#ui/text.ts';

interface TotalsProps {
  readonly value: PortfolioValue;
  /** The market on which the items would be sold. */
  readonly market: ReferenceMarket;
  readonly hasFees: boolean;
}

/** Names of items without a price that are shown, at most. */
const maxNamed = 10;

/** The sums, each with the number of items in it, and the names of those that are in none. */
export const PortfolioTotals = ({ value, market, hasFees }: TotalsProps) => (
  <div class="totals">
    <Total
      label={text('portfolioValue', markets[market].name)}
      title={text('portfolioValueTitle')}
      sum={value.value}
      of={value.items}
      format={formatDollars}
    />
    {hasFees && (
      <>
        <Total
          label={text('panelNet')}
          title={text('portfolioNetTitle')}
          sum={value.net}
          of={value.items}
          format={formatDollars}
        />
        <Total
          label={text('portfolioProfit')}
          title={text('portfolioProfitTitle')}
          sum={value.profit}
          of={value.items}
          format={signedDollars}
        />
      </>
    )}
    {!hasFees && <p class="hint">{text('portfolioNoFees', markets[market].name)}</p>}
    {value.leftOut.length > 0 && <p class="note warn">{text('portfolioLeftOut', namesOf(value.leftOut))}</p>}
  </div>
);

const namesOf = (names: readonly string[]): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['…'] : [])].join(', ');

interface TotalProps {
  readonly label: string;
  readonly title: string;
  readonly sum: PartialSum;
  /** All items of the portfolio. */
  readonly of: number;
  readonly format: (cents: number) => string;
}

/** A sum without any item in it is not 0 but unknown. */
const Total = ({ label, title, sum, of, format }: TotalProps) => (
  <p class="total" title={title}>
    <span>{label}</span> <strong>{sum.items === 0 ? '—' : format(sum.cents)}</strong>{' '}
    <span class="muted">{text('portfolioCounted', countText(sum.items), countText(of))}</span>
  </p>
);
