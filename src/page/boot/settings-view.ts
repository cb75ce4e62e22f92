import { coinUsdOf } from '#core/money/coin-rates.ts';
import type { PageSettings } from '#core/settings/settings.ts';
import type { PageReport, SettingsView, SharedSettings } from '#protocol/messages.ts';

/** The settings as the pages of one site, by its id, use them. */
export const toSettingsView = (
  settings: PageSettings & Pick<SharedSettings, 'learned' | 'notices'>,
  site: string,
): SettingsView => ({
  ...settings,
  site,
  pageCoinUsd: coinUsdOf(settings, site),
  learned: settings.learned[site],
  notices: settings.notices?.[site],
});

/** The report on a page that has no overlays. */
export const emptyReport = (site: string, on: boolean, reader: PageReport['reader']): PageReport => ({
  site,
  on,
  reader,
  seen: 0,
  read: 0,
  priced: 0,
  drifted: false,
});
