import type { ReferenceMarket } from '#core/markets.ts';

/** The user's definition of a deal. */
export interface DealCriteria {
  readonly on: boolean;
  readonly reference: ReferenceMarket;
  readonly percentBelow: number;
  /** USD cents. */
  readonly minCents: number;
  /** 0 to 100. */
  readonly minLiquidity: number;
}

export interface DealInput {
  readonly listingCents: number | undefined;
  readonly liquidity: number | undefined;
  /** Differences in per cent; a market whose difference is in doubt has none and cannot make a deal. */
  readonly diffs: readonly { readonly market: string; readonly diff: number | undefined }[];
}

/** Whether a listing meets the user's criteria. */
export function isDeal({ listingCents, liquidity = 0, diffs }: DealInput, criteria: DealCriteria): boolean {
  const diff = diffs.find(({ market }) => market === criteria.reference)?.diff;
  if (!criteria.on || diff === undefined || listingCents === undefined) return false;
  return diff <= -criteria.percentBelow && listingCents >= criteria.minCents && liquidity >= criteria.minLiquidity;
}
