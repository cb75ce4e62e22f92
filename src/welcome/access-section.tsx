import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SitePages } from '#core/page-scripts.ts';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import { Mark, StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

interface AccessSectionProps {
  readonly deps: Pick<WelcomeDeps, 'missingAccess' | 'requestAccess' | 'onAccess' | 'sites'>;
  readonly settings: Settings;
}

/** The marketplaces that the browser blocks for the extension, and a button that asks for all of them. Empty when none is blocked. */
export function AccessSection({ deps, settings }: AccessSectionProps) {
  const blocked = useMissingAccess(deps);
  const sites = deps.sites.filter((site) => isSiteOn(settings, site));
  const missing = blocked.filter(({ id }) => sites.some((site) => site.id === id));
  const [message, setMessage] = useState<StatusMessage>();
  if (missing.length === 0) return null;
  const names = sites.filter(({ id }) => missing.some((one) => one.id === id)).map(({ name }) => name);
  const allow = () => {
    // Firefox shows its question only while the click is being handled, so nothing is awaited before this call.
    deps.requestAccess(missing.flatMap(({ patterns }) => patterns)).then(
      (allowed) => setMessage(allowed ? undefined : refusedMessage()),
      () => setMessage(refusedMessage()),
    );
  };
  return (
    <section class="access" aria-labelledby="access">
      <h2 id="access">
        <Mark tone="warn" />
        {text('welcomeAccessTitle')}
      </h2>
      <p>
        {text('welcomeAccessWhat')} <strong>{names.join(', ')}</strong>
      </p>
      <button type="button" class="primary" onClick={allow}>
        {text('welcomeAccessAllow')}
      </button>
      <StatusLine outcome={message} />
    </section>
  );
}

const refusedMessage = (): StatusMessage => ({ tone: 'bad', text: text('welcomeAccessRefused') });

/** The blocked marketplaces, kept up to date. */
function useMissingAccess({ missingAccess, onAccess }: AccessSectionProps['deps']): readonly SitePages[] {
  const [found, setFound] = useState<readonly SitePages[]>([]);
  const load = useCallback(() => {
    missingAccess().then(setFound, () => setFound([]));
  }, [missingAccess]);
  useEffect(() => {
    load();
    return onAccess(load);
  }, [load, onAccess]);
  return found;
}
