import { coinUsdOf } from '#core/money/coin-rates.ts';
import type { PageSettings } from '#core/settings/settings.ts';
import type { SettingsView, SharedSettings } from '#protocol/messages.ts';

/** The settings as the pages of one site, by its id, use them. */
export const toSettingsView = (
  settings: PageSettings & Pick<SharedSettings, 'learned'>,
  site: string,
): SettingsView => ({
  ...settings,
  site,
  pageCoinUsd: coinUsdOf(settings, site),
  learned: settings.learned[site],
});
