import type { ComparisonRow } from '#core/prices/comparison.ts';
import { type SellingPrice, sellingPrice } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';

/** What one item makes of Steam balance on another market, and the other way round. */
export interface CashRatio {
  readonly market: MarketId;
  /** Cash for one unit of Steam balance: bought on Steam, sold and cashed out here. */
  readonly toCash?: number | undefined;
  /** Steam balance for one unit of cash: bought here, sold on Steam. */
  readonly toBalance?: number | undefined;
  /** The price here at which the item is sold: the ask, or the average over 7 days if that is lower. USD cents. */
  readonly sells: SellingPrice;
  readonly ageMs: number | undefined;
}

export type CashRatios = NonNullable<ReturnType<typeof cashRatios>>;

/**
 * The cash ratios of an item; `undefined` without a certain Steam price. A market is missing while its price is in doubt
 * or its fees are unknown, and `toBalance` while Steam's fees are.
 */
export function cashRatios(offers: readonly ComparisonRow[]) {
  const steam = offers.find(({ market }) => market === balanceMarket);
  if (!steam?.cents || !steam.isSound) return undefined;
  const { cents: paid, netCents: credit } = steam;
  const ratios = offers.flatMap(({ market, cents, avg7, ageMs, isSound, netCents, costCents }): CashRatio[] => {
    if (market === balanceMarket || cents === undefined || !isSound) return [];
    const toCash = netCents && netCents / paid;
    const toBalance = credit && costCents ? credit / costCents : undefined;
    if (toCash === undefined && toBalance === undefined) return [];
    return [{ market, toCash, toBalance, sells: sellingPrice(cents, avg7), ageMs }];
  });
  if (ratios.length === 0) return undefined;
  return {
    /** Steam's price, at which balance buys, and at which the item is sold there. */
    steam: { cents: paid, sells: sellingPrice(paid, steam.avg7), ageMs: steam.ageMs },
    /** From the best ratio to cash to the worst. */
    ratios: ratios.toSorted((one, other) => (other.toCash ?? 0) - (one.toCash ?? 0)),
  };
}
