import { useRef, useState } from 'preact/hooks';
import { defaultRelayUrl, isSameRelay, type RelaySettings } from '#core/relay-address.ts';
import { RelayForm } from '#ui/relay-form.tsx';
import { type TextKey, text } from '#ui/text.ts';
import { InvitedRelay } from '#welcome/invited-relay.tsx';
import { LocalRelay } from '#welcome/local-relay.tsx';
import type { RelayStepProps } from '#welcome/relay-step-props.ts';

const wayTexts = {
  local: { title: 'welcomeRelayLocal', what: 'welcomeRelayLocalWhat' },
  invite: { title: 'welcomeRelayInvite', what: 'welcomeRelayInviteWhat' },
  server: { title: 'welcomeRelayServer', what: 'welcomeRelayServerWhat' },
} as const satisfies Record<string, Readonly<Record<'title' | 'what', TextKey>>>;

type RelayWay = keyof typeof wayTexts;

const relayWays = ['local', 'invite', 'server'] as const satisfies readonly RelayWay[];

/** A relay that is found later than this after the page was opened was waited for, ms. */
const waitMs = 1500;

/** Three ways to a relay. Whoever has another relay than the default one already sees its form. */
export function RelayStep({ deps, settings, change, goOn }: RelayStepProps) {
  const [way, setWay] = useState<RelayWay>(settings.relay.url === defaultRelayUrl ? 'local' : 'server');
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
      <fieldset class="relay-ways">
        <legend>{text('welcomeRelayWhere')}</legend>
        {relayWays.map((id) => (
          <RelayChoice key={id} way={id} chosen={way === id} onChoose={() => setWay(id)} />
        ))}
      </fieldset>
      {way === 'local' && <LocalRelay deps={deps} settings={settings} use={use} goOn={goOnAfterWait} />}
      {way === 'invite' && <InvitedRelay deps={deps} settings={settings} use={use} goOn={goOn} />}
      {way === 'server' && (
        <RelayForm saved={settings.relay} probe={testRelay} change={change} onSaved={refresh} eager />
      )}
    </section>
  );
}

interface RelayChoiceProps {
  readonly way: RelayWay;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const RelayChoice = ({ way, chosen, onChoose }: RelayChoiceProps) => (
  <label class="relay-way">
    <input
      type="radio"
      name="relay-way"
      value={way}
      checked={chosen}
      aria-describedby={`relay-way-${way}`}
      aria-label={text(wayTexts[way].title)}
      onChange={onChoose}
    />
    <span>
      <strong>{text(wayTexts[way].title)}</strong>
      <span id={`relay-way-${way}`} class="muted">
        {text(wayTexts[way].what)}
      </span>
    </span>
  </label>
);
