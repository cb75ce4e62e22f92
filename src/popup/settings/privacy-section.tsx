import { useEffect, useState } from 'preact/hooks';
import { parseRelayAddress } from '#core/relay-address.ts';
import type { Settings } from '#core/settings.ts';
import type { GrantedPermissions } from '#platform/permissions.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { Shell } from '#popup/shell.ts';
import type { RequestLogEntry } from '#protocol/messages.ts';
import { countText, spanText } from '#ui/age.ts';
import { Mark } from '#ui/marks.tsx';
import { plural, text } from '#ui/text.ts';

interface PrivacyProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'now' | 'every'>;
  readonly shell: Shell;
  readonly settings: Settings;
}

/** Whom the extension asked for anything since the browser started, and what it may do, with the reason for each. */
export function Privacy({ deps, shell, settings }: PrivacyProps) {
  const contacts = useContacts(deps);
  const held = useHeld(shell);
  return (
    <>
      <h3>{text('privacyContacts')}</h3>
      <Contacts contacts={contacts} settings={settings} now={deps.now()} />
      <h3>{text('privacyPermissions')}</h3>
      <dl class="reasons">
        {held?.permissions.map((name) => (
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
            {text('privacyPagesWhy')} <span class="patterns">{held?.pages.map(hostOf).join(', ')}</span>
          </dd>
        </div>
      </dl>
    </>
  );
}

/** How often the list is looked at while it is in sight, ms. */
const lookEveryMs = 3000;

function useContacts({ ask, every }: PrivacyProps['deps']): readonly RequestLogEntry[] | undefined {
  const [contacts, setContacts] = useState<readonly RequestLogEntry[]>();
  useEffect(() => {
    const look = () => void ask('request-log', {}).then(setContacts, () => setContacts(undefined));
    look();
    return every(lookEveryMs, look);
  }, [ask, every]);
  return contacts;
}

function useHeld({ permissions }: Shell): GrantedPermissions | undefined {
  const [held, setHeld] = useState<GrantedPermissions>();
  useEffect(() => {
    permissions().then(setHeld, () => setHeld(undefined));
  }, [permissions]);
  return held;
}

interface ContactsProps {
  readonly contacts: readonly RequestLogEntry[] | undefined;
  readonly settings: Settings;
  readonly now: number;
}

function Contacts({ contacts, settings, now }: ContactsProps) {
  if (!contacts) return null;
  if (contacts.length === 0) return <p>{text('privacyNobody')}</p>;
  const address = parseRelayAddress(settings.relay.url);
  const relay = 'base' in address ? address.base.origin : '';
  return (
    <ul class="contacts">
      {contacts.map(({ origin, count, lastAt }) => (
        <li key={origin}>
          <Mark tone={origin === relay ? 'good' : 'warn'} />
          <div>
            <strong>{origin}</strong> {origin === relay ? text('privacyRelay') : text('privacyOther')}
            <br />
            {plural('privacyRequests', count, countText(count), spanText(now - lastAt))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const reasons = {
  storage: 'privacyStorage',
  alarms: 'privacyAlarms',
  contextMenus: 'privacyMenus',
  menus: 'privacyMenus',
  notifications: 'privacyNotifications',
  scripting: 'privacyScripting',
} as const;

const hasReason = (name: string): name is keyof typeof reasons => Object.hasOwn(reasons, name);

/** Why a permission is held; a permission without a reason is one that nobody should have asked for. */
export const permissionReason = (name: string): string =>
  hasReason(name) ? text(reasons[name]) : text('privacyNoReason');

/** "https://*.csfloat.com/*" as people say it. */
const hostOf = (pattern: string): string => pattern.replace(/^[a-z*]+:\/\/(\*\.)?/, '').replace(/\/.*$/, '');
