import { useRef, useState } from 'preact/hooks';
import { defaultRelayUrl, isSameRelay, parseInvite, type RelaySettings } from '#core/settings/relay-address.ts';
import { inputOf, LabelledField, StatusLine } from '#ui/forms/parts.tsx';
import { RelayForm } from '#ui/forms/relay-form.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { relayFoundMessage, relayTestMessage } from '#ui/words/fault-text.ts';
import { keyOf, type StatusMessage, text } from '#ui/words/text.ts';
import { LocalRelay, type RelayWayProps } from '#welcome/local-relay.tsx';

const relayWays = ['local', 'invite', 'server'] as const;
type RelayWay = (typeof relayWays)[number];

/** A relay that is found later than this after the page was opened was waited for, ms. */
const waitMs = 1500;

/** Three ways to a relay. Whoever has another relay than the default one already sees its form. */
export function RelayStep({ deps, settings, change, goOn }: SettingsProps & Pick<RelayWayProps, 'deps' | 'goOn'>) {
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

const RelayChoice = ({ way, chosen, onChoose }: { way: RelayWay; chosen: boolean; onChoose: () => void }) => (
  <label class="relay-way">
    <input
      type="radio"
      name="relay-way"
      value={way}
      checked={chosen}
      aria-describedby={`relay-way-${way}`}
      aria-label={text(`welcomeRelay${keyOf(way)}`)}
      onChange={onChoose}
    />
    <span>
      <strong>{text(`welcomeRelay${keyOf(way)}`)}</strong>{' '}
      <span id={`relay-way-${way}`} class="muted">
        {text(`welcomeRelay${keyOf(way)}What`)}
      </span>
    </span>
  </label>
);

/** The relay of somebody else: one field for the link of an invite. An invite that does not work is not saved. */
function InvitedRelay(props: RelayWayProps) {
  const { link, problem, testing, outcome, edit, submit } = useInvite(props);
  return (
    <form
      class="relay"
      noValidate
      aria-label={text('welcomeRelayInvite')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{text('welcomeInviteWhat')}</p>
      <LabelledField id="invite" label={text('welcomeInviteLink')} problem={problem}>
        <input
          {...inputOf('invite', { value: link, problem, onEdit: edit })}
          type="text"
          inputMode="url"
          maxLength={2600}
          autocapitalize="off"
          placeholder="https://relay.example/#skinlens=…"
        />
      </LabelledField>
      <div class="buttons">
        <button type="submit" aria-disabled={testing}>
          {testing ? text('popupTesting') : text('welcomeInviteUse')}
        </button>
      </div>
      <StatusLine outcome={outcome} />
    </form>
  );
}

function useInvite({ deps, use, goOn }: RelayWayProps) {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const [testing, setTesting] = useState(false);
  const [outcome, setOutcome] = useState<StatusMessage>();
  const edit = (typed: string) => {
    setLink(typed);
    setProblem('');
    setOutcome(undefined);
  };
  const submit = async () => {
    if (testing) return;
    const relay = parseInvite(link);
    setOutcome(undefined);
    setProblem(relay ? '' : text('welcomeInviteBad'));
    if (!relay) return;
    setTesting(true);
    const test = await deps.ask('test-relay', relay).catch(() => undefined);
    const saved = test?.outcome === 'fine' && (await use(relay));
    setTesting(false);
    if (!test) setOutcome({ tone: 'bad', text: text('popupNoAnswer') });
    else if (test.outcome === 'fine') setOutcome(relayFoundMessage(test, relay.url));
    else {
      const { tone, text: said } = relayTestMessage(test, relay);
      setOutcome({ tone, text: `${said} ${text('welcomeInviteNotSaved')}` });
    }
    if (saved) goOn();
  };
  return { link, problem, testing, outcome, edit, submit };
}
