import { useCallback, useState } from 'preact/hooks';
import { parseRelayAddress } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PopupDeps, Shell } from '#popup/deps.ts';
import { usePolled } from '#popup/status/diagnosis.ts';
import { Mark } from '#ui/forms/parts.tsx';
import { useAsked } from '#ui/pages/use-asked.ts';
import { relayName } from '#ui/words/fault-text.ts';
import { countText, spanText } from '#ui/words/format.ts';
import { keyOf, plural, text } from '#ui/words/text.ts';

interface PrivacySectionProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'now' | 'every' | 'onPush'>;
  readonly shell: Shell;
  readonly settings: Settings;
}

export function PrivacySection({ deps, shell, settings }: PrivacySectionProps) {
  const [isOpen, setOpen] = useState(false);
  const { last: granted } = useAsked(shell.permissions);
  return (
    <>
      <p>{text('popupContact', contactName(settings.relay.url))}</p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{text('privacyContacts')}</summary>
        {isOpen && <RequestLog deps={deps} settings={settings} />}
      </details>
      <h3>{text('privacyPermissions')}</h3>
      <dl class="reasons">
        {granted?.permissions.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{permissionReason(name)}</dd>
          </div>
        ))}
        <div>
          <dt>{text('privacyPages')}</dt>
          <dd>
            {text('privacyPagesWhy')} <span class="patterns">{granted?.pages.map(hostOf).join(', ')}</span>
          </dd>
        </div>
      </dl>
    </>
  );
}

const contactName = (url: string): string =>
  'base' in parseRelayAddress(url) ? relayName(url) : text('popupYourRelay');

/** Asks only while it is open, because each question wakes the worker. */
function RequestLog({ deps, settings }: Omit<PrivacySectionProps, 'shell'>) {
  const { ask } = deps;
  const { asked } = usePolled(
    useCallback(() => ask('request-log', {}), [ask]),
    deps,
  );
  if (asked.state !== 'told') return null;
  const entries = asked.answer;
  if (entries.length === 0) return <p>{text('privacyNobody')}</p>;
  const address = parseRelayAddress(settings.relay.url);
  const relay = 'base' in address ? address.base.origin : '';
  return (
    <ul class="requests">
      {entries.map(({ origin, count, lastAt }) => (
        <li key={origin}>
          <Mark tone={origin === relay ? 'good' : 'warn'} />
          <div>
            <strong>{origin}</strong> {origin === relay ? text('privacyRelay') : text('privacyOther')}
            <br />
            {plural('privacyRequests', count, countText(count), spanText(deps.now() - lastAt))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const explained = ['storage', 'alarms', 'activeTab', 'menus', 'notifications', 'scripting'] as const;

/** Why the extension needs a permission. A permission without a known reason gets a text that calls it a mistake. */
function permissionReason(permission: string): string {
  const name = explained.find((one) => one === permission.replace('contextMenus', 'menus'));
  return name ? text(`privacy${keyOf(name)}`) : text('privacyNoReason');
}

/** The host of a match pattern: "csfloat.com" of "https://*.csfloat.com/*". */
const hostOf = (pattern: string): string => pattern.replace(/^[a-z*]+:\/\/(\*\.)?/, '').replace(/\/.*$/, '');
