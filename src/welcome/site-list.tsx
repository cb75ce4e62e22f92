import type { Settings } from '#core/settings.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { MoreSites } from '#ui/more-sites.tsx';
import { useSiteAccess } from '#ui/site-access.ts';
import { SiteRow } from '#ui/site-row.tsx';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

interface SiteListProps {
  readonly deps: WelcomeDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** One switch per marketplace, with notes on it, and the optional marketplaces. */
export function SiteList({ deps, settings, change }: SiteListProps) {
  const { sites } = deps;
  const access = useSiteAccess(deps, sites, settings, change);
  const notesOf = ({ id }: { readonly id: string }) =>
    sites.filter((site) => site.id === id).flatMap((site) => siteNotes(site));
  return (
    <>
      <ul class="site-list">
        {sites
          .filter(({ optional }) => !optional)
          .map((site) => (
            <SiteRow
              key={site.id}
              site={site}
              settings={settings}
              change={change}
              access={access}
              notes={notesOf(site)}
            />
          ))}
      </ul>
      <MoreSites sites={sites} settings={settings} change={change} access={access} notesOf={notesOf} />
    </>
  );
}

/** Whether the inventory gets prices too, and whether the user has to set a coin rate, as sentences. */
function siteNotes({ pages, coins }: WelcomeDeps['sites'][number]): readonly string[] {
  const hasInventory = pages.some(({ kind }) => kind === 'inventory');
  return [...(hasInventory ? [text('welcomeInventory')] : []), ...(coins ? [text('welcomeCoins')] : [])];
}
