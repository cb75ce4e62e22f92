import { useEffect, useState } from 'preact/hooks';
import type { SitePages } from '#core/settings/page-scripts.ts';
import type { Settings } from '#core/settings/settings.ts';
import { isSiteOn } from '#core/settings/site-switch.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { Mark } from '#ui/forms/status-line.tsx';
import { text } from '#ui/words/text.ts';

/** Names the marketplaces that the browser blocks for the extension. Only a full page can ask for access, so the button opens one. */
export function AccessNote({ deps, settings }: { deps: Pick<PopupDeps, 'shell' | 'sites'>; settings: Settings }) {
  const { missingAccess, openWelcome } = deps.shell;
  const [missing, setMissing] = useState<readonly SitePages[]>([]);
  useEffect(() => {
    missingAccess().then(setMissing, () => setMissing([]));
  }, [missingAccess]);
  const names = deps.sites
    .filter((site) => isSiteOn(settings, site) && missing.some(({ id }) => id === site.id))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <section class="access-note">
      <Mark tone="warn" />
      <p>{text('popupAccess', names.join(', '))}</p>
      <button type="button" onClick={() => void openWelcome()}>
        {text('popupAccessAllow')}
      </button>
    </section>
  );
}
