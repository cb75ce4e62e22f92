import type { ComponentChildren } from 'preact';
import { pagesOf } from '#core/settings/page-scripts.ts';
import { isSiteOn, withSiteSwitched } from '#core/settings/site-switch.ts';
import { StatusLine, Switch } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { type AccessDeps, type ListedSite, type SiteAccess, useSiteAccess } from '#ui/pages/site-access.ts';
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

interface SiteRowProps extends SettingsProps {
  readonly site: ListedSite;
  readonly access: SiteAccess;
  readonly notes?: readonly string[];
  readonly children?: ComponentChildren;
}

export function SiteRow({ site, settings, change, access, notes = [], children }: SiteRowProps) {
  const { id, name, gambling, optional } = site;
  const sentences = [...(gambling ? [text('siteGambling')] : []), ...notes].join(' ');
  const describedBy = sentences ? `notes-${id}` : undefined;
  return (
    <li>
      {optional && access.isMissing(id) ? (
        <div class="to-allow">
          <span>{name}</span>
          <button
            type="button"
            aria-label={text('siteAllowName', name)}
            aria-describedby={describedBy}
            onClick={() => access.allow([pagesOf(site)])}
          >
            {text('siteAllow')}
          </button>
        </div>
      ) : (
        <Switch
          label={name}
          on={isSiteOn(settings, site)}
          onSwitch={(on) => change((now) => withSiteSwitched(now, id, on))}
          describedBy={describedBy}
        />
      )}
      {sentences && (
        <p id={describedBy} class="muted">
          {sentences}
        </p>
      )}
      {children}
    </li>
  );
}
