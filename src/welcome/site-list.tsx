import { isMarketId, markets } from '#core/markets.ts';
import { isSiteOn, type Settings } from '#core/settings.ts';
import { countText } from '#ui/age.ts';
import type { Change } from '#ui/live-settings.ts';
import { Switch, switchSite } from '#ui/switches.tsx';
import { plural, text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

type SiteFacts = WelcomeDeps['sites'][number];

interface SiteListProps {
  readonly sites: readonly SiteFacts[];
  readonly settings: Settings;
  readonly change: Change;
}

/** One switch per marketplace, and what Skinlens does there. */
export const SiteList = ({ sites, settings, change }: SiteListProps) => (
  <ul class="site-list">
    {sites.map((site) => (
      <li key={site.id}>
        <Switch
          label={site.name}
          on={isSiteOn(settings, site.id)}
          onSwitch={(on) => change(switchSite(site.id, on))}
          describedBy={`needs-${site.id}`}
        />
        <p id={`needs-${site.id}`} class="muted">
          {needsOf(site).join(' ')}
        </p>
      </li>
    ))}
  </ul>
);

/** What a marketplace has prices on and what its adapter needs of the page, in sentences. */
function needsOf({ id, pages, tap }: SiteFacts): readonly string[] {
  const hasInventory = pages.some(({ kind }) => kind === 'inventory');
  const kinds = pages.length;
  const inCoins = isMarketId(id) && markets[id].unit === 'coins';
  const where = hasInventory
    ? plural('welcomePagesInventory', kinds, countText(kinds))
    : plural('welcomePages', kinds, countText(kinds));
  const own = tap && text('welcomeNeedsOwnData');
  const coins = inCoins && text('welcomeCoins');
  const needs = [own, coins].filter((need) => typeof need === 'string');
  return [where, ...(needs.length > 0 ? needs : [text('welcomeNeedsCards')])];
}
