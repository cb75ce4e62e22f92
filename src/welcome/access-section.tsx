import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import { isSiteOn } from '#core/site-switch.ts';
import type { MissingAccess } from '#platform/permissions.ts';
import { Mark, StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

interface AccessProps {
  readonly deps: Pick<WelcomeDeps, 'missing' | 'requestAccess' | 'onAccess' | 'sites'>;
  readonly settings: Settings;
}

/** Which marketplaces the browser keeps from the extension, and one click for all; nothing when it keeps none. */
export function AccessSection({ deps, settings }: AccessProps) {
  const missing = useMissing(deps).filter(({ id }) => isSiteOn(settings, id));
  const [outcome, setOutcome] = useState<StatusMessage>();
  if (missing.length === 0) return null;
  const names = missing.map(({ id }) => deps.sites.find((site) => site.id === id)?.name ?? id);
  const allow = () => {
    // Firefox shows its question only as long as the click is being handled, so nothing may come before it.
    deps.requestAccess(missing.flatMap(({ patterns }) => patterns)).then(
      (allowed) => setOutcome(allowed ? undefined : refused()),
      () => setOutcome(refused()),
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
      <StatusLine outcome={outcome} />
    </section>
  );
}

const refused = (): StatusMessage => ({ tone: 'bad', text: text('welcomeAccessRefused') });

/** What the browser keeps from the extension, followed whoever changes it. */
function useMissing({ missing, onAccess }: AccessProps['deps']): readonly MissingAccess[] {
  const [found, setFound] = useState<readonly MissingAccess[]>([]);
  const look = useCallback(() => {
    missing().then(setFound, () => setFound([]));
  }, [missing]);
  useEffect(() => {
    look();
    return onAccess(look);
  }, [look, onAccess]);
  return found;
}
