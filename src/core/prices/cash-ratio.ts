import type { ComparisonRow } from '#core/prices/comparison.ts';
import { sellingPrice } from '#core/prices/exit-value.ts';
import { balanceMarket } from '#core/prices/markets.ts';

export type CashRatios = NonNullable<ReturnType<typeof cashRatios>>;
/** What one item makes of Steam balance on another market, and the other way round. */
export type CashRatio = CashRatios['ratios'][number];

/**
 * The cash ratios of an item; `undefined` without a certain Steam price. A market is missing while its price is in doubt
 * or its fees are unknown, and `toBalance` while Steam's fees are.
 */
export function cashRatios(offers: readonly ComparisonRow[]) {
  const steam = offers.find(({ market }) => market === balanceMarket);
  if (!steam?.cents || !steam.isSound) return undefined;
  const { cents: paid, netCents: credit } = steam;
  const ratios = offers.flatMap(({ market, cents, avg7, ageMs, isSound, netCents, costCents }) => {
    if (market === balanceMarket || cents === undefined || !isSound) return [];
    // Cash for one unit of Steam balance: bought on Steam, sold and cashed out here. And balance for one unit of cash.
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
