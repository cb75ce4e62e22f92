import { coinUsdOf } from '#core/coin-rates.ts';
import { isMarketId } from '#core/markets.ts';
import { pageSettings, type Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import { siteOf } from '#platform/site-list.ts';
import type { View } from '#protocol/messages.ts';

/** The settings that the pages of one site, by its id, may see; never the relay or its token. */
export function toView(settings: Settings, site: string): View {
  return {
    ...pageSettings(settings),
    on: isSiteOn(settings, siteOf(site)) && !settings.hidden,
    ...(isMarketId(site) && { market: site }),
    staleAfterMs: staleAfterMs(settings),
    pageCoinUsd: coinUsdOf(settings, site),
  };
}
