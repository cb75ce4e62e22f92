import { pagesOf } from '#core/settings/page-scripts.ts';
import { StatusLine } from '#ui/forms/parts.tsx';
import { SiteRow } from '#ui/forms/site-row.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { type AccessDeps, type ListedSite, useSiteAccess } from '#ui/pages/site-access.ts';
import { text } from '#ui/words/text.ts';

interface SiteListProps<S extends ListedSite> extends SettingsProps {
  readonly deps: AccessDeps;
  readonly sites: readonly S[];
  readonly notesOf?: (site: S) => readonly string[];
}

/** A button switches on all optional ones that are no gambling sites. */
export function SiteList<S extends ListedSite>(props: SiteListProps<S>) {
  const { deps, sites, settings, change, notesOf = () => [] } = props;
  const access = useSiteAccess(deps, sites, settings, change);
  const optional = sites.filter((site) => site.optional);
  const waiting = optional.filter(({ id, gambling }) => !gambling && access.isMissing(id));
  const rowsOf = (some: readonly S[]) => (
    <ul class="site-list">
      {some.map((site) => (
        <SiteRow key={site.id} {...{ site, settings, change, access }} notes={notesOf(site)} />
      ))}
    </ul>
  );
  return (
    <>
      {rowsOf(sites.filter((site) => !site.optional))}
      {optional.length > 0 && (
        <div class="more-sites">
          <h3>{text('sitesMore')}</h3>
          <p class="muted">{text('sitesMoreWhat')}</p>
          {rowsOf(optional)}
          {waiting.length > 1 && (
            <p class="all">
              <button type="button" onClick={() => access.allow(waiting.map(pagesOf))}>
                {text('sitesAllowAll', String(waiting.length))}
              </button>
              {optional.some(({ gambling }) => gambling) && <span class="muted">{text('sitesAllowAllNote')}</span>}
            </p>
          )}
          <StatusLine outcome={access.refusal} />
        </div>
      )}
    </>
  );
}
