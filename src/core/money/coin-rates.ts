import { coinMarket } from '#core/prices/markets.ts';
import type { PageSettings } from '#core/settings/settings.ts';

/**
 * US dollars for one coin of a site, by the site's id; `null` without a rate. Coins of different sites are different
 * money, so no site's rate ever serves another one.
 */
export function coinUsdOf({ coinUsd, siteCoinUsd }: Pick<PageSettings, 'coinUsd' | 'siteCoinUsd'>, site: string) {
  if (site === coinMarket) return coinUsd;
  return Object.hasOwn(siteCoinUsd, site) ? (siteCoinUsd[site] ?? null) : null;
}
