import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import type { View } from '#protocol/messages.ts';

/** The settings that one site's pages may see; never the relay or its token. */
export function toView(settings: Settings, site: string): View {
  const { markets, theme, currency, rates, coinUsd, overlay, fees, deals, reading } = settings;
  return {
    on: isSiteOn(settings, site) && !settings.hidden,
    staleAfterMs: staleAfterMs(settings),
    markets,
    theme,
    currency,
    rates,
    coinUsd,
    overlay,
    fees,
    deals,
    reading,
  };
}
