import {
  balanceCents,
  type ConfirmedFees,
  costCents,
  exactCents,
  feesOf,
  type MarketFees,
  netCents,
  type SaleFees,
} from '#core/money/fees.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { type AgeRules, ageDoubt, type Doubt, doubtOf, type Offer } from '#core/prices/offer.ts';
import type { Settings } from '#core/settings/settings.ts';

/** A price at which an item is sold, USD cents, with fractions as every amount: what is written is rounded. */
export interface SellingPrice {
  readonly cents: number;
  readonly of: 'ask' | 'avg7';
}

/** Selling counts on no more than the average over 7 days, where that is known. */
export const sellingPrice = (cents: number, avg7 = 0): SellingPrice =>
  avg7 > 0 && avg7 < cents ? { cents: avg7, of: 'avg7' } : { cents, of: 'ask' };

/** What arrives of a sale on a market: cash, or Steam's balance, which nobody cashes out; `undefined` without the fees. */
export const arrivingCents = (
  market: MarketId,
  { cents, avg7 }: Pick<Offer, 'cents' | 'avg7'>,
  fees: MarketFees | undefined,
): number | undefined =>
  cents && fees
    ? (market === balanceMarket ? balanceCents : netCents)(sellingPrice(cents, avg7).cents, fees)
    : undefined;

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
  readonly fees: SaleFees;
}

/** Why no market gives an exit value. Of several markets the one counts that came furthest in this order. */
export const noExitReasons = [
  'no-fees',
  'not-loaded',
  'no-price',
  'inflated',
  'old',
  'thin',
  'no-cash-out',
  'nothing-left',
] as const;
export type NoExitReason = (typeof noExitReasons)[number];

/** The markets at which the user sells; without a choice all compared ones. Steam's balance is no cash, so it is never one. */
export const sellingMarkets = (compared: readonly MarketId[], chosen: readonly MarketId[] = []): readonly MarketId[] =>
  compared.filter((market) => market !== balanceMarket && (chosen.length === 0 || chosen.includes(market)));

/** The markets at which the user sells and whose selling fee is known. */
export const marketsOfSale = ({
  markets,
  fees,
  exit,
}: Pick<Settings, 'markets' | 'fees' | 'exit'>): readonly MarketId[] =>
  sellingMarkets(markets, exit.markets).filter((market) => feesOf(fees, market)?.selling);

export interface ExitRules extends AgeRules {
  readonly fees: ConfirmedFees;
  /** Least number of listings of a price that counts. */
  readonly minCount: number;
}

export interface SumRules extends ExitRules {
  readonly selling: readonly MarketId[];
}

const reasons: Readonly<Partial<Record<Doubt, 'inflated' | 'old' | 'thin'>>> = {
  flagged: 'inflated',
  clock: 'old',
  old: 'old',
  few: 'thin',
};

export const exitReason = (doubt: Doubt) => reasons[doubt] ?? 'no-price';

/** What selling at a price leaves. @param reason why the price does not count */
function exitFor(price: ExitPrice, known: ConfirmedFees, reason: NoExitReason | undefined): Exit | NoExitReason {
  const { selling, cashingOut } = feesOf(known, price.market) ?? {};
  if (price.market === balanceMarket || !selling) return 'no-fees';
  if (reason) return reason;
  if (!cashingOut) return 'no-cash-out';
  const fees = { selling, cashingOut };
  const net = netCents(price.sells.cents, fees);
  return net === undefined ? 'nothing-left' : { ...price, fees, netCents: net };
}

export function exitAt(offer: Offer, rules: ExitRules): Exit | NoExitReason {
  const { market, cents = 0, avg7, asOf } = offer;
  const price = { market, sells: sellingPrice(cents, avg7), asOf: asOf ?? Number.NaN };
  const doubt = doubtOf(offer, rules);
  return exitFor(price, rules.fees, asOf === undefined ? 'not-loaded' : doubt && exitReason(doubt));
}

/** What selling one at a market leaves, of cash or of Steam's balance, by the rule of the exit; every sum counts by it. */
export function netAt(offer: Offer, rules: ExitRules): number | undefined {
  const { market } = offer;
  if (market === balanceMarket)
    return doubtOf(offer, rules) ? undefined : arrivingCents(market, offer, feesOf(rules.fees, market));
  const exit = exitAt(offer, rules);
  return typeof exit === 'string' ? undefined : exit.netCents;
}

/** Why there is no exit before a price is looked at, by how many markets sell, and of how many of them data are loaded. */
export const reasonWithoutPrice = (selling: number, loaded: number): NoExitReason =>
  selling === 0 ? 'no-fees' : loaded < selling ? 'not-loaded' : 'no-price';

/** The one that leaves most, of equal ones the first; without an exit, the reason of the market that came further. */
export function betterExit(best: Exit | NoExitReason, next: Exit | NoExitReason): Exit | NoExitReason {
  if (typeof next === 'object') return typeof best === 'string' || next.netCents > best.netCents ? next : best;
  return typeof best === 'string' && noExitReasons.indexOf(next) > noExitReasons.indexOf(best) ? next : best;
}

export const bestExit = (found: readonly (Exit | NoExitReason)[]): Exit | NoExitReason =>
  found.reduce(betterExit, noExitReasons[0]);

/** The best of stored exits by the fees and the age of this moment: nothing else may have come into doubt. */
export const exitNow = (known: readonly ExitPrice[], rules: AgeRules & Pick<ExitRules, 'fees'>): Exit | NoExitReason =>
  bestExit(known.map((price) => exitFor(price, rules.fees, ageDoubt(price.asOf, rules) && 'old')));

/** What a listing leaves when it is bought and sold again. */
export interface Profit {
  /** What must be paid to own the listing, USD cents. */
  readonly costCents: number;
  /** USD cents, signed. */
  readonly profitCents: number;
  /** Of the cost, one decimal. */
  readonly percent: number;
  /** What the site takes of a buyer is not known: the cost is the price. */
  readonly beforeFees?: true | undefined;
}

/** What is left of what a sale leaves for what was paid, USD cents; every profit is reckoned here. */
export const profitFor = (netCents: number, costCents: number): number => exactCents(netCents - costCents);

/** @param site fees of the marketplace of the listing */
export function profitOf(exitCents: number, listingCents: number, site: MarketFees | undefined): Profit {
  const paid = costCents(listingCents, site);
  const cost = paid ?? listingCents;
  const profitCents = profitFor(exitCents, cost);
  const tenths = Math.round((profitCents / cost) * 1000);
  const profit = { costCents: cost, profitCents, percent: tenths === 0 ? 0 : tenths / 10 };
  return paid === undefined ? { ...profit, beforeFees: true } : profit;
}
