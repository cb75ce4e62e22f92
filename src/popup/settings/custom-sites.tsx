import { customSiteId, withoutCustomSite } from '#core/settings/site-switch.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { SiteRow } from '#ui/forms/site-row.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { pagesOfHost, useSiteAccess } from '#ui/pages/site-access.ts';
import { text } from '#ui/words/text.ts';

type CustomSitesProps = SettingsProps & { readonly deps: Pick<PopupDeps, 'sites' | 'shell'> };

export function CustomSites({ deps: { sites, shell }, settings, change }: CustomSitesProps) {
  const access = useSiteAccess(shell, sites, settings, change);
  const hosts = Object.keys(settings.customSites).sort();
  const siteAt = (host: string) =>
    ({ id: customSiteId(host), name: host, matches: pagesOfHost(host).patterns, optional: true }) as const;
  const remove = (host: string) => {
    void change((now) => withoutCustomSite(now, host));
    // The browser refuses where it grants more than this host; the site is off all the same.
    void shell.removeAccess(pagesOfHost(host).patterns).catch(() => undefined);
  };
  return (
    <div class="own-sites">
      <h3>{text('sitesOwn')}</h3>
      <p class="muted">{text('sitesOwnWhat')}</p>
      <ul>
        {hosts.map((host) => (
          <SiteRow key={host} site={siteAt(host)} {...{ settings, change, access }}>
            <button type="button" aria-label={text('siteRemoveName', host)} onClick={() => remove(host)}>
              {text('siteRemove')}
            </button>
          </SiteRow>
        ))}
      </ul>
    </div>
  );
}
