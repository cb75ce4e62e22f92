import type { Holding, UsdOf } from '#core/owned/portfolio.ts';
import type { PiecesPrice } from '#core/owned/valuation.ts';
import { profitFor } from '#core/prices/exit-value.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';

export interface ValuedHolding extends Holding, PiecesPrice {
  /** What all of them sell for, USD cents. */
  readonly value?: number | undefined;
  /** `net` less what was paid; negative for a loss. */
  readonly profit?: number | undefined;
}

export interface PortfolioValue {
  readonly holdings: readonly ValuedHolding[];
  readonly items: number;
  readonly value: PartialSum;
  readonly net: PartialSum;
  readonly profit: PartialSum;
}

/** The value of a portfolio. Entries without a certain price are counted out. */
export function valuePortfolio(
  items: readonly Holding[],
  priceOf: (holding: Holding) => PiecesPrice,
  usdOf: UsdOf,
): PortfolioValue {
  const holdings = items.map((holding): ValuedHolding => {
    const price = priceOf(holding);
    const { cents, net } = price;
    const { count, paid } = holding;
    const spent = paid ? usdOf(paid) : undefined;
    return {
      ...holding,
      ...price,
      value: cents === undefined ? undefined : cents * count,
      profit: net === undefined || spent === undefined ? undefined : profitFor(net, spent * count),
    };
  });
  return {
    holdings,
    items: holdings.reduce((sum, { count }) => sum + count, 0),
    value: sumOf(holdings, ({ value }) => value),
    net: sumOf(holdings, ({ net }) => net),
    profit: sumOf(holdings, ({ profit }) => profit),
  };
}
