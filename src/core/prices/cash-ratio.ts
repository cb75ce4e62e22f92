import { balanceCents, type ConfirmedFees, costCents, feesOf, type MarketFees, netCents } from '#core/money/fees.ts';
import type { ComparisonRow } from '#core/prices/comparison.ts';
import { type SellingPrice, sellingPrice } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';

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

export interface CashRatios {
  /** Steam's price, at which balance buys, and at which the item is sold there. */
  readonly steam: { readonly cents: number; readonly sells: SellingPrice; readonly ageMs: number | undefined };
  /** From the best ratio to cash to the worst. */
  readonly ratios: readonly CashRatio[];
}

/** Cash for one unit of Steam balance: buys for `paid` on Steam, sells for `sold` elsewhere. Both in USD cents. */
export function toCashRatio(paid: number, sold: number, fees: MarketFees): number | undefined {
  const cash = netCents(sold, fees);
  return cash === undefined || !(paid > 0) ? undefined : cash / paid;
}

/** Steam balance for one unit of cash: buys for `paid` elsewhere, sells for `sold` on Steam. Both in USD cents. */
export function toBalanceRatio(paid: number, sold: number, fees: MarketFees, steam: MarketFees): number | undefined {
  const [balance, cost] = [balanceCents(sold, steam), costCents(paid, fees)];
  return balance === undefined || !cost ? undefined : balance / cost;
}

/**
 * The cash ratios of an item; `undefined` without a certain Steam price. A market is missing while its price is in doubt
 * or its fees are unknown, and `toBalance` while Steam's fees are.
 */
export function cashRatios(offers: readonly ComparisonRow[], fees: ConfirmedFees): CashRatios | undefined {
  const steam = offers.find(({ market }) => market === 'steam');
  if (steam?.cents === undefined || !steam.isSound) return undefined;
  const balance = steam.cents;
  const steamSells = sellingPrice(balance, steam.avg7);
  const steamFees = feesOf(fees, 'steam');
  const ratios = offers.flatMap((offer): CashRatio[] => {
    const { market, cents, avg7, ageMs } = offer;
    const charged = feesOf(fees, market);
    if (market === 'steam' || cents === undefined || !offer.isSound || !charged) return [];
    const sells = sellingPrice(cents, avg7);
    const toCash = toCashRatio(balance, sells.cents, charged);
    const toBalance = steamFees && toBalanceRatio(cents, steamSells.cents, charged, steamFees);
    return toCash === undefined && toBalance === undefined ? [] : [{ market, toCash, toBalance, sells, ageMs }];
  });
  if (ratios.length === 0) return undefined;
  return {
    steam: { cents: balance, sells: steamSells, ageMs: steam.ageMs },
    ratios: ratios.toSorted((one, other) => (other.toCash ?? 0) - (one.toCash ?? 0)),
  };
}
