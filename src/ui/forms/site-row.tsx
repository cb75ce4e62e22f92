import { pagesOf } from '#core/settings/page-scripts.ts';
import { isSiteOn, withSiteSwitched } from '#core/settings/site-switch.ts';
import { Switch } from '#ui/forms/switches.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import type { ListedSite, SiteAccess } from '#ui/pages/site-access.ts';
import { text } from '#ui/words/text.ts';

interface SiteRowProps extends SettingsProps {
  readonly site: ListedSite;
  readonly access: SiteAccess;
  /** Sentences about the site. */
  readonly notes?: readonly string[];
}

/** A marketplace with its switch, or with a button while the browser does not let Skinlens read its pages. */
export function SiteRow({ site, settings, change, access, notes = [] }: SiteRowProps) {
  const { id, name, gambling, optional } = site;
  const sentences = [...(gambling ? [text('siteGambling')] : []), ...notes].join(' ');
  const describedBy = sentences ? `notes-${id}` : undefined;
  return (
    <li>
      {optional && access.isMissing(id) ? (
        <AllowButton name={name} describedBy={describedBy} onAllow={() => access.allow([pagesOf(site)])} />
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
    </li>
  );
}

interface AllowButtonProps {
  readonly name: string;
  readonly describedBy?: string | undefined;
  readonly onAllow: () => void;
}

/** A site's name and the button that asks for access to it. */
export const AllowButton = ({ name, describedBy, onAllow }: AllowButtonProps) => (
  <div class="to-allow">
    <span>{name}</span>
    <button type="button" aria-label={text('siteAllowName', name)} aria-describedby={describedBy} onClick={onAllow}>
      {text('siteAllow')}
    </button>
  </div>
);
