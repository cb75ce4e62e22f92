import { type ConfirmedFees, costCents, feesOf, type MarketFees, netCents } from '#core/fees.ts';
import { balanceMarket, type MarketId } from '#core/markets.ts';
import { type SellingPrice, sellingPrice } from '#core/selling-price.ts';

/** What a market asks for an item that the user may sell there. */
export interface SellingOffer {
  readonly market: MarketId;
  /** USD cents; absent without a price, and where coins have no rate. */
  readonly cents?: number | undefined;
  /** Average of 7 days, USD cents. */
  readonly avg7?: number | undefined;
  /** Listings on offer; absent where the price API does not tell them. */
  readonly count?: number | undefined;
  readonly inflated: boolean;
  /** The time of the price, ms since the epoch; absent while the market's own data are not loaded. */
  readonly asOf?: number | undefined;
}

/** Where an item is sold, and at which price. */
export interface ExitPrice {
  readonly market: MarketId;
  readonly sells: SellingPrice;
  /** Ms since the epoch. */
  readonly asOf: number;
}

/** The exit value: what leaves the user's hands as cash when the item is sold where that pays best. */
export interface Exit extends ExitPrice {
  /** After selling and cashing out, USD cents. */
  readonly netCents: number;
  readonly fees: MarketFees;
}

/** Why no market gives an exit value. Of several markets the one counts that came furthest in this order. */
export const noExitReasons = ['no-fees', 'not-loaded', 'no-price', 'inflated', 'old', 'thin', 'nothing-left'] as const;
export type NoExitReason = (typeof noExitReasons)[number];

/** The user's choice of markets, of those that are compared; empty: all of them. */
export interface SellingChoice {
  readonly compared: readonly MarketId[];
  readonly chosen: readonly MarketId[];
}

/** The markets at which the user sells. Steam's balance is no cash, so it is never one. */
export const sellingMarkets = ({ compared, chosen }: SellingChoice): readonly MarketId[] =>
  compared.filter((market) => market !== balanceMarket && (chosen.length === 0 || chosen.includes(market)));

/** What the settings say of the user's sales. */
export interface SaleSettings {
  readonly markets: readonly MarketId[];
  readonly fees: ConfirmedFees;
  readonly exit: { readonly markets: readonly MarketId[] };
}

/** The markets at which the user sells and whose fees are known. */
export const marketsOfSale = ({ markets: compared, fees, exit }: SaleSettings): readonly MarketId[] =>
  sellingMarkets({ compared, chosen: exit.markets }).filter((market) => feesOf(fees, market));

export interface ExitRules {
  readonly fees: ConfirmedFees;
  /** Least number of listings of a price that counts. */
  readonly minCount: number;
  readonly staleAfterMs: number;
  /** Ms since the epoch. */
  readonly now: number;
}

/** What selling at one market leaves, or why its price does not count. */
export function exitAt(offer: SellingOffer, { fees, minCount, staleAfterMs, now }: ExitRules): Exit | NoExitReason {
  const { market, cents, avg7, count = 0, inflated, asOf } = offer;
  const charged = feesOf(fees, market);
  if (market === balanceMarket || !charged) return 'no-fees';
  if (asOf === undefined) return 'not-loaded';
  if (cents === undefined || !(cents > 0)) return 'no-price';
  if (inflated) return 'inflated';
  if (now - asOf > staleAfterMs) return 'old';
  // A number of listings that is not told may be one.
  if (count < minCount) return 'thin';
  const sells = sellingPrice(cents, avg7);
  const net = netCents(sells.cents, charged);
  return net === undefined ? 'nothing-left' : { market, sells, asOf, fees: charged, netCents: net };
}

/**
 * Whether an exit takes the place of the best one before it, which leaves so many cents; 0: there is none. Of equal ones
 * the first stays.
 */
export const leavesMore = ({ netCents }: Exit, most: number): boolean => netCents > most;

/** A known exit by the fees and the age of this moment: its price is sound, its listings are counted. */
export function exitNow({ market, sells, asOf }: ExitPrice, rules: ExitRules): Exit | NoExitReason {
  const exit = exitAt({ market, cents: sells.cents, count: rules.minCount, inflated: false, asOf }, rules);
  return typeof exit === 'string' ? exit : { ...exit, sells };
}

/** What a listing leaves when it is bought and sold again. */
export interface Profit {
  /** What must be paid to own the listing, USD cents. */
  readonly costCents: number;
  /** USD cents, signed. */
  readonly profitCents: number;
  /** Of the cost, one decimal. */
  readonly percent: number;
}

/** @param site fees of the marketplace of the listing; without them it costs its price */
export function profitOf(exitCents: number, listingCents: number, site: MarketFees | undefined): Profit {
  const cost = site ? costCents(listingCents, site) : Math.ceil(listingCents);
  const profitCents = exitCents - cost;
  const tenths = Math.round((profitCents / cost) * 1000);
  return { costCents: cost, profitCents, percent: tenths === 0 ? 0 : tenths / 10 };
}
