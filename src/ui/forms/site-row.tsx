import type { ComponentChildren } from 'preact';
import { pagesOf } from '#core/settings/page-scripts.ts';
import { isSiteOn, withSiteSwitched } from '#core/settings/site-switch.ts';
import { Switch } from '#ui/forms/switches.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import type { ListedSite, SiteAccess } from '#ui/pages/site-access.ts';
import { text } from '#ui/words/text.ts';

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
