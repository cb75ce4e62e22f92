import type { ItemKind } from '#core/items/item-kinds.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { UserLimits } from '#core/rows/column-values.ts';

export interface PlainPrice {
  readonly market: MarketId;
  readonly cents: number;
  readonly avg7: number;
  /** 0 or absent: not known. */
  readonly avg30?: number | undefined;
  readonly seconds: number;
  /** −1: not known. */
  readonly offers: number;
  readonly inflated: boolean;
}

export interface PlainItem {
  readonly name: string;
  readonly kind: ItemKind;
  readonly wear: number;
  readonly statTrak: boolean;
  readonly souvenir: boolean;
  readonly phases: boolean;
  readonly liquidity: number | undefined;
  readonly prices: readonly PlainPrice[];
  readonly change: { readonly percent: number; readonly market: MarketId; readonly thin: boolean } | undefined;
}

export const plainLimits: UserLimits = {
  fees: undefined,
  maxAgeMs: 90 * 60_000,
  minLiquidity: 0,
  minOffers: 3,
  profitPercent: 5,
  profitCents: 100,
  selling: [],
};

/** Those that a relay is told. */
export const sentLimits: UserLimits = { ...plainLimits, profitCents: undefined };

/** An item on which nothing is odd. Its prices and its change are the test's. */
export const plainRedline = {
  name: 'AK-47 | Redline (Field-Tested)',
  kind: 'weapon',
  wear: 3,
  statTrak: false,
  souvenir: false,
  phases: false,
  liquidity: 80,
} as const satisfies Partial<PlainItem>;
