import { useState } from 'preact/hooks';
import { parseInvite } from '#core/relay-address.ts';
import { Problem } from '#ui/problem.tsx';
import { relayFoundMessage, relayTestMessage } from '#ui/relay-test-text.ts';
import { StatusLine } from '#ui/status-line.tsx';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';
import type { RelayWayProps } from '#welcome/relay-step-props.ts';

/** The relay of somebody else: one field for the link of an invite. An invite that does not work is not saved. */
export function InvitedRelay(props: RelayWayProps) {
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
      <div class="field">
        <label for="invite">{text('welcomeInviteLink')}</label>
        <div class="input">
          <input
            id="invite"
            type="text"
            inputMode="url"
            value={link}
            maxLength={2600}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder="https://relay.example/#skinlens=…"
            aria-invalid={problem !== ''}
            aria-describedby="invite-problem"
            onInput={(event) => edit(event.currentTarget.value)}
          />
        </div>
        <Problem id="invite" problem={problem} />
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={testing}>
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
