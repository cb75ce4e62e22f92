import { pagesOf } from '#core/settings/page-scripts.ts';
import { SiteRow } from '#ui/forms/site-row.tsx';
import { StatusLine } from '#ui/forms/status-line.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import type { ListedSite, SiteAccess } from '#ui/pages/site-access.ts';
import { text } from '#ui/words/text.ts';

interface MoreSitesProps extends SettingsProps {
  readonly sites: readonly ListedSite[];
  readonly access: SiteAccess;
  /** Sentences about a site. */
  readonly notesOf?: (site: ListedSite) => readonly string[];
}

/** The optional marketplaces: each with a switch or a button, and a button for all of them that are no gambling sites. */
export function MoreSites({ sites, settings, change, access, notesOf = () => [] }: MoreSitesProps) {
  const optional = sites.filter((site) => site.optional);
  if (optional.length === 0) return null;
  const waiting = optional.filter(({ id, gambling }) => !gambling && access.isMissing(id));
  return (
    <div class="more-sites">
      <h3>{text('sitesMore')}</h3>
      <p class="muted">{text('sitesMoreWhat')}</p>
      <ul class="site-list">
        {optional.map((site) => (
          <SiteRow key={site.id} {...{ site, settings, change, access }} notes={notesOf(site)} />
        ))}
      </ul>
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
  );
}
