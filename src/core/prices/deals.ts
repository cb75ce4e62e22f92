import { exactCents, feesOf, priceOfCost, priceOfNet } from '#core/money/fees.ts';
import { bestExit, type Exit, type ExitRules, exitAt, type Profit } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { Settings } from '#core/settings/settings.ts';

export type DealCriteria = Settings['deals'];

export interface DealInput {
  readonly listingCents: number | undefined;
  readonly liquidity: number | undefined;
  /** The price of the criteria's reference, USD cents; absent where the listing is not compared with it. */
  readonly referenceCents: number | undefined;
  /** What the listing leaves, where the user has confirmed fees; `unknown`: they are confirmed, and it cannot be told. */
  readonly profit: Profit | 'unknown' | undefined;
}

/** A profit before the site's fees is not known, and cannot be enough. */
export const isProfitable = ({ profitCents, costCents, beforeFees }: Profit, criteria: DealCriteria): boolean =>
  !beforeFees &&
  profitCents > 0 &&
  profitCents >= criteria.profitCents &&
  exactCents((profitCents * 100) / costCents) >= criteria.profitPercent;

/** Whether a listing is as far below a reference as the criteria say; percents that are written are rounded. */
export const isFarBelow = (listingCents: number, referenceCents: number, { percentBelow }: DealCriteria): boolean =>
  listingCents <= exactCents(referenceCents * (1 - percentBelow / 100));

/** Whether a listing meets the user's criteria: by what it leaves after fees, or without fees by a reference's price. */
export function isDeal({ listingCents, liquidity = 0, referenceCents, profit }: DealInput, criteria: DealCriteria) {
  if (!criteria.on || listingCents === undefined || profit === 'unknown') return false;
  const isCheap = profit
    ? isProfitable(profit, criteria)
    : referenceCents !== undefined && isFarBelow(listingCents, referenceCents, criteria);
  return isCheap && listingCents >= criteria.minCents && liquidity >= criteria.minLiquidity;
}

/** A price for the user to type on a site, USD cents. */
export interface PriceLimit {
  /** The most to pay for the item; what to ask so that as much is left as elsewhere; the lowest ask, to go below. */
  readonly kind: 'pay' | 'list' | 'undercut';
  readonly cents: number;
  /** What the site takes of a buyer is not known: the price is the whole cost. */
  readonly beforeFees?: true | undefined;
  /** What is left at the exit: profit in per cent of the cost or in USD cents, or on Steam the cash of 1.00 of balance. */
  readonly percent?: number | undefined;
  readonly profitCents?: number | undefined;
  readonly ratio?: number | undefined;
  /** Where the item could be sold instead. */
  readonly market?: MarketId | undefined;
}

/** The most that an item may cost so that its exit still leaves a deal's least profit; 0 or less where nothing may. */
export const mostCost = (
  exitCents: number,
  { profitPercent, profitCents }: Pick<DealCriteria, 'profitPercent' | 'profitCents'>,
): number => Math.min(exitCents / (1 + profitPercent / 100), exitCents - profitCents);

/** The most to pay on a site by the user's rules: for a deal's least profit, or on Steam for the least ratio. */
export function payAtMost(
  exitCents: number,
  { site, fees, deals, exit }: Pick<Settings, 'fees' | 'deals' | 'exit'> & { readonly site: string },
): PriceLimit | undefined {
  const { minRatio: ratio } = exit;
  if (site === balanceMarket) return { kind: 'pay', cents: exitCents / ratio, ratio };
  const { profitPercent: percent, profitCents } = deals;
  const cost = mostCost(exitCents, deals);
  const left = cost < mostCost(exitCents, { ...deals, profitCents: 0 }) ? { profitCents } : { percent };
  const charged = feesOf(fees, site);
  const cents = charged?.buying ? priceOfCost(cost, charged) : cost;
  if (cents === undefined || cents <= 0) return undefined;
  return { kind: 'pay', cents, ...left, ...(!charged?.buying && { beforeFees: true }) };
}

/**
 * What to ask on a market for an item of one's own.
 * @param offers sound ones, of markets where the user sells and of this one
 * @param isOthers whether somebody else asks the lowest price
 */
export function askLimits(
  here: MarketId,
  offers: readonly Offer[],
  rules: ExitRules,
  isOthers = true,
): readonly PriceLimit[] {
  const elsewhere = bestExit(offers.filter(({ market }) => market !== here).map((offer) => exitAt(offer, rules)));
  const listed = typeof elsewhere === 'object' ? listAt(here, elsewhere, rules) : undefined;
  const { cents } = offers.find(({ market }) => market === here) ?? {};
  const undercut = isOthers && cents !== undefined && ({ kind: 'undercut', cents } as const);
  return [...(listed ? [listed] : []), ...(undercut ? [undercut] : [])];
}

function listAt(here: MarketId, { netCents, market }: Exit, { fees }: ExitRules): PriceLimit | undefined {
  const cents = priceOfNet(netCents, feesOf(fees, here) ?? {});
  return here === balanceMarket || cents === undefined ? undefined : { kind: 'list', cents, market };
}
