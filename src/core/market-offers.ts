import type { MarketId } from '#core/markets.ts';
import { ageDoubt } from '#core/price-at.ts';

/** What a market's own data tell of an item. */
export interface MarketOffer {
  /** Whole USD cents; absent without a price, and where coins have no rate. */
  readonly cents?: number | undefined;
  /** The market has answered, and has no listing of the item. */
  readonly unlisted?: true | undefined;
  readonly inflated: boolean;
  /** The time of the price, ms since the epoch. */
  readonly asOf: number;
}

/** By market; one without loaded data is absent. */
export type MarketOffers = { readonly [market in MarketId]?: MarketOffer | undefined };

export interface OfferTimes {
  /** Ms since the epoch. */
  readonly now: number;
  readonly staleAfterMs: number;
}

export const isFresh = (asOf: number, times: OfferTimes): boolean => ageDoubt(asOf, times) === undefined;

/** Why a market has no price to rely on. `missing`: whether it has one is not known. */
export type OfferDoubt = 'missing' | 'unlisted' | 'stale' | 'inflated';

/** A market's price without doubt. */
export interface SoundOffer {
  /** USD cents. */
  readonly cents: number;
  /** Ms since the epoch. */
  readonly asOf: number;
}

/** A market's price without doubt, or why there is none. */
export function soundOffer(offer: MarketOffer | undefined, times: OfferTimes): SoundOffer | OfferDoubt {
  const { cents, unlisted, inflated, asOf } = offer ?? { asOf: 0 };
  if (!cents && !unlisted) return 'missing';
  if (!isFresh(asOf, times)) return 'stale';
  if (!cents) return 'unlisted';
  return inflated ? 'inflated' : { cents, asOf };
}
