import { isMarketId, type MarketId, marketIds, markets } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';

/** The one market of the price API with prices in coins; `settings.coinUsd` is the rate of its coin. */
export const coinMarket: MarketId | undefined = marketIds.find((id) => markets[id].unit === 'coins');

/**
 * US dollars for one coin of a site, by the site's id; `null` without a rate. Coins of different sites are different
 * money, so no site's rate ever serves another one.
 */
export function coinUsdOf({ coinUsd, siteCoinUsd }: Pick<Settings, 'coinUsd' | 'siteCoinUsd'>, site: string) {
  if (isMarketId(site) && site === coinMarket) return coinUsd;
  return Object.hasOwn(siteCoinUsd, site) ? (siteCoinUsd[site] ?? null) : null;
}
