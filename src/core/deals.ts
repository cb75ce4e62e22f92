import type { ReferenceMarket } from '#core/markets.ts';

/** What the user calls a deal. */
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
  /** The honest differences, per cent; what has none (an outlier, an old price, a phase) can be no deal. */
  readonly diffs: readonly { readonly market: string; readonly diff: number | undefined }[];
}

/** Whether a listing is a deal by the user's own measure. */
export function isDeal({ listingCents, liquidity = 0, diffs }: DealInput, wish: DealCriteria): boolean {
  const diff = diffs.find(({ market }) => market === wish.reference)?.diff;
  if (!wish.on || diff === undefined || listingCents === undefined) return false;
  return diff <= -wish.percentBelow && listingCents >= wish.minCents && liquidity >= wish.minLiquidity;
}
