import { coinMarket } from '#core/prices/markets.ts';
import type { PageSettings } from '#core/settings/settings.ts';

/** US dollars for one coin; `null` without a rate. Coins of different sites are different money: no rate serves another site. */
export function coinUsdOf({ coinUsd, siteCoinUsd }: Pick<PageSettings, 'coinUsd' | 'siteCoinUsd'>, site: string) {
  if (site === coinMarket) return coinUsd;
  return Object.hasOwn(siteCoinUsd, site) ? (siteCoinUsd[site] ?? null) : null;
}
