import { coinUsdOf } from '#core/coin-rates.ts';
import type { PageSettings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import type { SharedSettings, View } from '#protocol/messages.ts';

/** The settings as the pages of one site, by its id, use them. */
export const toView = (settings: PageSettings & Pick<SharedSettings, 'learned'>, site: string): View => ({
  ...settings,
  site,
  pageCoinUsd: coinUsdOf(settings, site),
  staleAfterMs: staleAfterMs(settings),
  learned: settings.learned[site],
});
