import { isMarketId, markets } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Switch, switchSite } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

type SiteSummary = WelcomeDeps['sites'][number];

interface SiteListProps {
  readonly sites: readonly SiteSummary[];
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** One switch per marketplace, with notes on it. */
export const SiteList = ({ sites, ...rest }: SiteListProps) => (
  <ul class="site-list">
    {sites.map((site) => (
      <SiteRow key={site.id} site={site} {...rest} />
    ))}
  </ul>
);

function SiteRow({ site, settings, change }: Omit<SiteListProps, 'sites'> & { readonly site: SiteSummary }) {
  const { id, name } = site;
  const notes = siteNotes(site).join(' ');
  return (
    <li>
      <Switch
        label={name}
        on={isSiteOn(settings, id)}
        onSwitch={(on) => change(switchSite(id, on))}
        {...(notes && { describedBy: `notes-${id}` })}
      />
      {notes && (
        <p id={`notes-${id}`} class="muted">
          {notes}
        </p>
      )}
    </li>
  );
}

/** Whether the inventory gets prices too, and whether the user has to set a coin rate, as sentences. */
function siteNotes({ id, pages }: SiteSummary): readonly string[] {
  const hasInventory = pages.some(({ kind }) => kind === 'inventory');
  const inCoins = isMarketId(id) && markets[id].unit === 'coins';
  return [...(hasInventory ? [text('welcomeInventory')] : []), ...(inCoins ? [text('welcomeCoins')] : [])];
}
