import { coinUsdOf } from '#core/money/coin-rates.ts';
import type { PageSettings } from '#core/settings/settings.ts';
import type { PageFindings, PageReport, SettingsView, SharedSettings } from '#protocol/messages.ts';

export const toSettingsView = (
  settings: PageSettings & Pick<SharedSettings, 'notices'>,
  site: string,
): SettingsView => ({
  ...settings,
  site,
  pageCoinUsd: coinUsdOf(settings, site),
  notices: settings.notices?.[site],
});

const noFindings = { unread: [], unknown: [], tap: null, asOf: null, totals: null, deals: 0, profits: [] };

/** The report on a page that has no overlays. `found`: on one that waits for its first card. */
export const emptyReport = (
  site: string,
  on: boolean,
  reader: PageReport['reader'],
  found?: Pick<PageFindings, 'kinds' | 'empty'>,
): PageReport => ({
  site,
  on,
  reader,
  seen: 0,
  read: 0,
  priced: 0,
  drifted: false,
  findings: found && { ...noFindings, ...found },
});
