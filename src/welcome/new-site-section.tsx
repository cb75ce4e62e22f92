import type { Settings } from '#core/settings.ts';
import { customSiteId, isSiteOn } from '#core/site-switch.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { pagesOfHost, useSiteAccess } from '#ui/site-access.ts';
import { Mark, StatusLine } from '#ui/status-line.tsx';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

interface NewSiteSectionProps {
  readonly deps: WelcomeDeps;
  readonly host: string;
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** Asks for access to a site without an adapter, where the popup cannot ask (Firefox). */
export function NewSiteSection({ deps, host, settings, change }: NewSiteSectionProps) {
  const { isMissing, allow, refusal } = useSiteAccess(deps, deps.sites, settings, change);
  const id = customSiteId(host);
  const isShown = isSiteOn(settings, { id }) && !isMissing(id);
  return (
    <section class="access" aria-labelledby="new-site">
      <h2 id="new-site">
        <Mark tone={isShown ? 'good' : 'warn'} />
        {text('welcomeAddTitle', host)}
      </h2>
      <p>{isShown ? text('popupSiteReload', host) : text('popupSiteUnknown', host)}</p>
      {!isShown && (
        <button type="button" class="primary" onClick={() => allow([pagesOfHost(host)])}>
          {text('siteAllowName', host)}
        </button>
      )}
      <StatusLine outcome={refusal} />
    </section>
  );
}
