import { coinUsdOf } from '#core/coin-rates.ts';
import type { PageSettings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import type { SettingsView, SharedSettings } from '#protocol/messages.ts';

/** The settings as the pages of one site, by its id, use them. */
export const toSettingsView = (
  settings: PageSettings & Pick<SharedSettings, 'learned'>,
  site: string,
): SettingsView => ({
  ...settings,
  site,
  pageCoinUsd: coinUsdOf(settings, site),
  staleAfterMs: staleAfterMs(settings),
  learned: settings.learned[site],
});
