import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import type { MissingAccess } from '#platform/permissions.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { Mark } from '#ui/status-line.tsx';
import { text } from '#ui/text.ts';

interface AccessProps {
  readonly deps: Pick<PopupDeps, 'shell' | 'sites'>;
  readonly settings: Settings;
}

/** Names the marketplaces that the browser keeps from the extension; a popup cannot ask for them, a full page can. */
export function AccessNote({ deps, settings }: AccessProps) {
  const { missingAccess, openWelcome } = deps.shell;
  const [missing, setMissing] = useState<readonly MissingAccess[]>([]);
  useEffect(() => {
    missingAccess().then(setMissing, () => setMissing([]));
  }, [missingAccess]);
  const names = missing
    .filter(({ id }) => isSiteOn(settings, id))
    .map(({ id }) => deps.sites.find((site) => site.id === id)?.name ?? id);
  if (names.length === 0) return null;
  return (
    <section class="refresh access-note">
      <Mark tone="warn" />
      <p>{text('popupAccess', names.join(', '))}</p>
      <button type="button" onClick={() => void openWelcome()}>
        {text('popupAccessAllow')}
      </button>
    </section>
  );
}
