import { useRef, useState } from 'preact/hooks';
import { defaultRelayUrl, isSameRelay, type RelaySettings } from '#core/relay-address.ts';
import { RelayForm } from '#ui/relay-form.tsx';
import { type TextKey, text } from '#ui/text.ts';
import type { RelayStepProps } from '#welcome/door-props.ts';
import { InviteDoor } from '#welcome/invite-door.tsx';
import { LocalDoor } from '#welcome/local-door.tsx';

const doors = {
  local: { title: 'welcomeDoorLocal', what: 'welcomeDoorLocalWhat' },
  invite: { title: 'welcomeDoorInvite', what: 'welcomeDoorInviteWhat' },
  server: { title: 'welcomeDoorServer', what: 'welcomeDoorServerWhat' },
} as const satisfies Record<string, Readonly<Record<'title' | 'what', TextKey>>>;

type Door = keyof typeof doors;

const doorIds = ['local', 'invite', 'server'] as const satisfies readonly Door[];

/** A relay that is found later than this after the page was opened was waited for, ms. */
const waitMs = 1500;

/** Three ways to a relay. Whoever has another relay than the default one already sees its form. */
export function RelayStep({ deps, settings, change, goOn }: RelayStepProps) {
  const [door, setDoor] = useState<Door>(settings.relay.url === defaultRelayUrl ? 'local' : 'server');
  const openedAt = useRef(deps.now());
  // A page whose relay runs already must not scroll away from what the user has just begun to read.
  const goOnAfterWait = () => {
    if (deps.now() - openedAt.current > waitMs) goOn();
  };
  const refresh = () => void deps.ask('refresh', {}).catch(() => undefined);
  const use = async (relay: RelaySettings) => {
    const isSaved = isSameRelay(relay, settings.relay) || (await change((now) => ({ ...now, relay })));
    if (isSaved) refresh();
    return isSaved;
  };
  const testRelay = async (relay: RelaySettings) => {
    const test = await deps.ask('test-relay', relay);
    // Prices of a relay that was just started need not wait for the worker's next check.
    if (test.outcome === 'fine' && isSameRelay(relay, settings.relay)) refresh();
    return test;
  };
  return (
    <section aria-labelledby="relay-step">
      <h2 id="relay-step">{text('welcomeRelayStep')}</h2>
      <p>{text('welcomeRelayWhat')}</p>
      <fieldset class="doors">
        <legend>{text('welcomeDoors')}</legend>
        {doorIds.map((id) => (
          <DoorChoice key={id} door={id} chosen={door === id} onChoose={() => setDoor(id)} />
        ))}
      </fieldset>
      {door === 'local' && <LocalDoor deps={deps} settings={settings} use={use} goOn={goOnAfterWait} />}
      {door === 'invite' && <InviteDoor deps={deps} settings={settings} use={use} goOn={goOn} />}
      {door === 'server' && (
        <RelayForm saved={settings.relay} probe={testRelay} change={change} onSaved={refresh} eager />
      )}
    </section>
  );
}

interface DoorChoiceProps {
  readonly door: Door;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const DoorChoice = ({ door, chosen, onChoose }: DoorChoiceProps) => (
  <label class="door">
    <input
      type="radio"
      name="door"
      value={door}
      checked={chosen}
      aria-describedby={`door-${door}`}
      aria-label={text(doors[door].title)}
      onChange={onChoose}
    />
    <span>
      <strong>{text(doors[door].title)}</strong>
      <span id={`door-${door}`} class="muted">
        {text(doors[door].what)}
      </span>
    </span>
  </label>
);
