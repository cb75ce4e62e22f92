import { isMarketId, markets } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { Switch, switchSite } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

type SiteFacts = WelcomeDeps['sites'][number];

interface SiteListProps {
  readonly sites: readonly SiteFacts[];
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** One switch per marketplace, and what there is to know of it. */
export const SiteList = ({ sites, ...rest }: SiteListProps) => (
  <ul class="site-list">
    {sites.map((site) => (
      <SiteRow key={site.id} site={site} {...rest} />
    ))}
  </ul>
);

function SiteRow({ site, settings, change }: Omit<SiteListProps, 'sites'> & { readonly site: SiteFacts }) {
  const { id, name } = site;
  const about = aboutOf(site).join(' ');
  return (
    <li>
      <Switch
        label={name}
        on={isSiteOn(settings, id)}
        onSwitch={(on) => change(switchSite(id, on))}
        {...(about && { describedBy: `about-${id}` })}
      />
      {about && (
        <p id={`about-${id}`} class="muted">
          {about}
        </p>
      )}
    </li>
  );
}

/** What else a marketplace has prices on, and what the user has to do for them, in sentences. */
function aboutOf({ id, pages }: SiteFacts): readonly string[] {
  const hasInventory = pages.some(({ kind }) => kind === 'inventory');
  const inCoins = isMarketId(id) && markets[id].unit === 'coins';
  return [...(hasInventory ? [text('welcomeInventory')] : []), ...(inCoins ? [text('welcomeCoins')] : [])];
}
