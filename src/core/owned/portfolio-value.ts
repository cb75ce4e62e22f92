import { hasPhases } from '#core/items/phases.ts';
import type { Holding, UsdOf } from '#core/owned/portfolio.ts';
import type { PriceDoubt } from '#core/owned/watch-prices.ts';
import { type Exit, type ExitRules, exitNow, exitReasons, type NoExitReason } from '#core/prices/exit-value.ts';
import type { MarketId, ReferenceMarket } from '#core/prices/markets.ts';
import { doubtOf } from '#core/prices/offer.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';
import { type Quote, quotedOffer } from '#core/prices/quote.ts';

/** Why an entry has no value. A price of an item with phases is that of its cheapest phase. */
export type ValueDoubt = PriceDoubt | 'any-phase' | 'thin' | 'not-loaded' | 'no-fees' | 'no-cash-out' | 'nothing-left';

export interface HoldingPrice {
  readonly market?: MarketId | undefined;
  /** Of one, USD cents; absent in doubt. */
  readonly cents?: number | undefined;
  /** What arrives after selling all of them and cashing out; absent without known fees. */
  readonly net?: number | undefined;
  readonly doubt?: ValueDoubt | undefined;
}

export interface ValuedHolding extends Holding, HoldingPrice {
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
  priceOf: (holding: Holding) => HoldingPrice,
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
      profit: net === undefined || spent === undefined ? undefined : net - spent * count,
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

export interface QuoteContext extends ExitRules {
  /** The market on which the items are sold as long as no exits are known. */
  readonly market: ReferenceMarket;
  /** The time of the prices, ms since the epoch; `null`: there are none. */
  readonly asOf: number | null;
  readonly sample: boolean;
}

export const valueDoubt = (reason: NoExitReason): ValueDoubt =>
  reason === 'no-price' ? 'missing' : reason === 'old' ? 'stale' : reason;

export function priceAtExit(exit: Exit | NoExitReason, count: number): HoldingPrice {
  if (typeof exit === 'string') return { doubt: valueDoubt(exit) };
  return { market: exit.market, cents: exit.sells.cents, net: exit.netCents * count };
}

/** An entry's price by a quote: where the item is sold best, and without confirmed fees on the one market. */
export function priceByQuote({ name, count }: Holding, quote: Quote | undefined, context: QuoteContext): HoldingPrice {
  const { asOf, market, sample, now, staleAfterMs } = context;
  if (sample) return { doubt: 'sample' };
  if (hasPhases(name)) return { doubt: 'any-phase' };
  if (!context.fees.confirmed) {
    if (asOf === null) return { doubt: 'missing' };
    const offer = quotedOffer(quote, market);
    const doubt = doubtOf(offer, { now, staleAfterMs });
    return doubt ? { doubt: valueDoubt(exitReasons[doubt]) } : { market, cents: offer.cents };
  }
  if (!quote) return { doubt: 'missing' };
  const { exit: known = 'not-loaded' } = quote;
  return priceAtExit(typeof known === 'string' ? known : exitNow(known, context), count);
}
