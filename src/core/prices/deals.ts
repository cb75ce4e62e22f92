import type { Profit } from '#core/prices/exit-value.ts';
import type { Settings } from '#core/settings/settings.ts';

export type DealCriteria = Settings['deals'];

export interface DealInput {
  readonly listingCents: number | undefined;
  readonly liquidity: number | undefined;
  /** To the price of the criteria's reference, per cent; a difference in doubt is none and cannot make a deal. */
  readonly diff: number | undefined;
  /** What the listing leaves, where the user has confirmed fees; `unknown`: they are confirmed, and it cannot be told. */
  readonly profit: Profit | 'unknown' | undefined;
}

export const isProfitable = ({ profitCents, percent }: Profit, criteria: DealCriteria): boolean =>
  profitCents > 0 && profitCents >= criteria.profitCents && percent >= criteria.profitPercent;

/** Whether a listing meets the user's criteria: by what it leaves after fees, or without fees by a reference's price. */
export function isDeal({ listingCents, liquidity = 0, diff, profit }: DealInput, criteria: DealCriteria): boolean {
  if (!criteria.on || listingCents === undefined || profit === 'unknown') return false;
  const isCheap = profit ? isProfitable(profit, criteria) : diff !== undefined && diff <= -criteria.percentBelow;
  return isCheap && listingCents >= criteria.minCents && liquidity >= criteria.minLiquidity;
}
