import { type MarketFees, netCents } from '#core/fees.ts';
import type { ReferenceMarket } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import type { Holding } from '#core/portfolio.ts';
import type { Quote } from '#core/quote.ts';
import { type PriceDoubt, priceDoubt } from '#core/watch-crossing.ts';

/** Why an entry has no value. A price of an item with phases is that of its cheapest phase. */
export type ValueDoubt = PriceDoubt | 'any-phase';

export interface ValuedHolding extends Holding {
  /** The market's price of one, USD cents; absent in doubt. */
  readonly cents?: number | undefined;
  /** What all of them sell for, USD cents. */
  readonly value?: number | undefined;
  /** What arrives after selling all of them and cashing out; absent without known fees. */
  readonly net?: number | undefined;
  /** `net` less what was paid; negative for a loss. */
  readonly profit?: number | undefined;
  readonly doubt?: ValueDoubt | undefined;
}

/** A sum with the number of items in it. */
export interface PartialSum {
  readonly cents: number;
  readonly items: number;
}

export interface PortfolioValue {
  readonly holdings: readonly ValuedHolding[];
  /** Number of items, entries with their counts. */
  readonly items: number;
  readonly value: PartialSum;
  readonly net: PartialSum;
  readonly profit: PartialSum;
  /** Names of items that are in no sum. */
  readonly leftOut: readonly string[];
}

export interface ValueContext {
  /** The market on which the items would be sold. */
  readonly market: ReferenceMarket;
  /** `undefined`: not known or not confirmed. */
  readonly fees: MarketFees | undefined;
  /** The time of the prices, ms since the epoch; `null`: there are none. */
  readonly asOf: number | null;
  readonly now: number;
  readonly staleAfterMs: number;
  readonly sample: boolean;
  readonly quoteOf: (name: string) => Quote | undefined;
}

/** The value of a portfolio on one market. Entries without a certain price are counted out and named. */
export function valuePortfolio(items: readonly Holding[], context: ValueContext): PortfolioValue {
  const holdings = items.map((holding) => valueHolding(holding, context));
  return {
    holdings,
    items: holdings.reduce((sum, { count }) => sum + count, 0),
    value: sumOf(holdings, ({ value }) => value),
    net: sumOf(holdings, ({ net }) => net),
    profit: sumOf(holdings, ({ profit }) => profit),
    leftOut: [...new Set(holdings.flatMap(({ name, value }) => (value === undefined ? [name] : [])))],
  };
}

function valueHolding(holding: Holding, context: ValueContext): ValuedHolding {
  const { name, count, paidCents } = holding;
  const quote = context.quoteOf(name);
  const doubt = doubtOf(name, quote, context);
  const cents = quote?.[context.market];
  if (doubt || cents === undefined) return { ...holding, doubt: doubt ?? 'missing' };
  // Nothing arrives for an item that the fees consume.
  const net = context.fees && (netCents(cents, context.fees, count) ?? 0);
  const profit = net === undefined || paidCents === null ? undefined : net - paidCents * count;
  return { ...holding, cents, value: cents * count, net, profit };
}

function doubtOf(name: string, quote: Quote | undefined, context: ValueContext): ValueDoubt | undefined {
  const { asOf, now, staleAfterMs, sample } = context;
  if (asOf === null) return 'missing';
  return priceDoubt({ quote, asOf, now, staleAfterMs, sample }) ?? (hasPhases(name) ? 'any-phase' : undefined);
}

function sumOf(holdings: readonly ValuedHolding[], of: (holding: ValuedHolding) => number | undefined): PartialSum {
  let [cents, items] = [0, 0];
  for (const holding of holdings) {
    const one = of(holding);
    if (one === undefined) continue;
    cents += one;
    items += holding.count;
  }
  return { cents, items };
}
