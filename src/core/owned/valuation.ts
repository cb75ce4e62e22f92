import type { AmountsOfThen, Holding, UsdOf } from '#core/owned/portfolio.ts';
import type { PriceDoubt } from '#core/owned/watch-prices.ts';
import {
  bestExit,
  type Exit,
  exitAt,
  exitReason,
  type NoExitReason,
  netAt,
  profitFor,
  type SumRules,
} from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { doubtOf, type Offer, offerIn } from '#core/prices/offer.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';

export interface Pieces {
  readonly count: number;
  readonly offers: readonly Offer[];
}

/** What a market asks for one, USD cents. */
export const askOn = (pieces: Pieces, market: MarketId): number | undefined => offerIn(pieces.offers, market).cents;

/** What a sale of one leaves on a market at which the user sells, and in Steam's wallet. */
export function netOn(pieces: Pieces, market: MarketId, rules: SumRules): number | undefined {
  if (market !== balanceMarket && !rules.selling.includes(market)) return undefined;
  return netAt({ ...offerIn(pieces.offers, market), asOf: rules.now }, rules);
}

/** Where a sale of one leaves most, never in Steam's wallet. @param pieces with offers in no doubt, of whatever time */
export const exitOf = ({ offers }: Pieces, rules: SumRules): Exit | NoExitReason =>
  bestExit(
    offers
      .filter(({ market }) => rules.selling.includes(market))
      .map((offer) => exitAt({ ...offer, asOf: rules.now }, rules)),
  );

/** What the sale of all pieces leaves where that is most. */
export function bestOf(pieces: Pieces, rules: SumRules): number | undefined {
  const exit = exitOf(pieces, rules);
  return typeof exit === 'string' ? undefined : exit.netCents * pieces.count;
}

export interface MarketSum extends PartialSum {
  readonly market: MarketId;
  /** What sales there leave, of the items with which that can be reckoned; absent where it is of none. */
  readonly net?: PartialSum | undefined;
}

/** What the items with a price on a market bring there. @param rules absent without confirmed fees */
export function sumOn(all: readonly Pieces[], market: MarketId, rules: SumRules | undefined): MarketSum {
  const sum = sumOf(all, (pieces) => multiple(askOn(pieces, market), pieces.count));
  const net = rules && sumOf(all, (pieces) => multiple(netOn(pieces, market, rules), pieces.count));
  return { market, ...sum, ...(net && net.items > 0 && { net }) };
}

const multiple = (cents: number | undefined, count: number): number | undefined =>
  cents === undefined ? undefined : cents * count;

/** What arrives when each item is sold where that pays best, and how many items can be: never less than on one market. */
export const exitTotal = (all: readonly Pieces[], rules: SumRules): PartialSum =>
  sumOf(all, (pieces) => bestOf(pieces, rules));

export type SellingPlace = 'exit' | MarketId;

/** Why an entry has no value. A price of an item with phases is that of its cheapest phase. */
export type ValueDoubt = PriceDoubt | 'any-phase' | 'thin' | 'not-loaded' | 'no-fees' | 'no-cash-out' | 'nothing-left';

export interface PiecesPrice {
  readonly market?: MarketId | undefined;
  /** Of one, USD cents; absent in doubt. */
  readonly cents?: number | undefined;
  /** What arrives after selling all of them and cashing out; absent without known fees. */
  readonly net?: number | undefined;
  readonly doubt?: ValueDoubt | undefined;
}

const doubtBy = (reason: NoExitReason): ValueDoubt =>
  reason === 'no-price' ? 'missing' : reason === 'old' ? 'stale' : reason;

export interface ToldPieces extends Pieces {
  readonly exit: Exit | NoExitReason;
  readonly sample: boolean;
  /** The item has phases, and nobody tells which one this is. */
  readonly phased: boolean;
}

/** What pieces are sold for. Steam's balance is no cash: nothing arrives of it. */
export function priceAt(place: SellingPlace, told: ToldPieces, rules: SumRules): PiecesPrice {
  const { count, exit, sample, phased } = told;
  if (sample || phased) return { doubt: sample ? 'sample' : 'any-phase' };
  if (place === 'exit')
    return typeof exit === 'string'
      ? { doubt: doubtBy(exit) }
      : { market: exit.market, cents: exit.sells.cents, net: exit.netCents * count };
  const offer = offerIn(told.offers, place);
  const doubt = doubtOf(offer, { ...rules, minCount: 0 });
  if (doubt) return { doubt: doubtBy(exitReason(doubt)) };
  const net = place === balanceMarket ? undefined : multiple(netOn(told, place, rules), count);
  return { market: place, cents: offer.cents, net };
}

export interface ValuedHolding extends Holding, PiecesPrice {
  /** What all of them sell for, USD cents. */
  readonly value?: number | undefined;
  /** `net` less what was paid; negative for a loss. */
  readonly profit?: number | undefined;
}

export type PortfolioValue = ReturnType<typeof valuePortfolio>;

/** The value of a portfolio. Entries without a certain price are counted out. */
export function valuePortfolio(
  items: readonly Holding[],
  priceOf: (holding: Holding) => PiecesPrice,
  usdOf: UsdOf,
  ofThen: AmountsOfThen,
) {
  const holdings = items.map((holding): ValuedHolding => {
    const price = priceOf(holding);
    const { cents, net } = price;
    const { count } = holding;
    const cost = ofThen.cost(holding);
    const spent = cost ? usdOf(cost) : undefined;
    return {
      ...holding,
      ...price,
      value: multiple(cents, count),
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
