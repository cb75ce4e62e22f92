import { medianOf } from '#core/prices/comparison.ts';
import { coinMarket, referenceMarkets } from '#core/prices/markets.ts';
import type { TableRow } from '#core/prices/offer.ts';
import { readDetails, readStoredMarkets } from '#data/details/detail-store.ts';
import type { MarketDetailsDeps } from '#data/details/market-details.ts';

export interface CoinPair {
  readonly coins: number;
  readonly row: TableRow;
}

/** Cheaper items are left out, USD cents: rounding moves their price by per cents. */
const minCents = 100;
const minItems = 20;

/** Median of reference price / coin price over the more liquid half: the scale is undocumented. `undefined` under 20 items. */
export function estimateCoinRate(pairs: readonly CoinPair[]) {
  const usable = pairs.flatMap(({ coins, row }) => {
    const { liquidity, inflated } = row;
    const cents = medianReference(row);
    const isUsable = liquidity !== undefined && !inflated && cents !== undefined && cents >= minCents && coins > 0;
    return isUsable ? [{ liquidity, ratio: cents / 100 / coins }] : [];
  });
  const liquid = usable
    .toSorted((one, other) => other.liquidity - one.liquidity)
    .slice(0, Math.ceil(usable.length / 2));
  if (liquid.length < minItems) return undefined;
  return { usd: medianOf(liquid.map(({ ratio }) => ratio)), items: liquid.length };
}

function medianReference(row: TableRow): number | undefined {
  const prices = referenceMarkets.flatMap((market) => row[market] ?? []);
  return prices.length > 0 ? medianOf(prices) : undefined;
}

/** `null` without a table, without the market's details, with too few items, or with sample prices. */
export async function suggestCoinRate({ store, table }: Pick<MarketDetailsDeps, 'store' | 'table'>) {
  const loaded = await table();
  const [about] = await readStoredMarkets(store, [coinMarket], loaded?.table.catalogue);
  if (!loaded || loaded.sample || !about) return null;
  const details = await readDetails(store, coinMarket, about);
  const pairs = Array.from(details?.price ?? [], (coins, number): CoinPair | undefined => {
    const row = loaded.table.rowAt(number);
    return row && coins > 0 && !details?.inflated[number] ? { coins, row } : undefined;
  });
  const rate = estimateCoinRate(pairs.filter((pair) => pair !== undefined));
  return rate ? { ...rate, asOf: Math.min(about.updatedAt, loaded.asOf) } : null;
}
