import { useEffect, useRef, useState } from 'preact/hooks';
import {
  isLoopback,
  isToken,
  parseInvite,
  parseRelayAddress,
  type RelaySettings,
  type RelayTest,
} from '#core/settings/relay-address.ts';
import { Act, type FieldProps, inputOf, LabelledField, Primary, StatusLine } from '#ui/forms/parts.tsx';
import type { UpdateSettings } from '#ui/pages/live-settings.ts';
import { addressText, relayTestMessage } from '#ui/words/fault-text.ts';
import { type StatusMessage, text } from '#ui/words/text.ts';

/** The relay's address and token. Test tries them as typed; Save, or Enter, stores them and refreshes the prices. */
export function RelayForm(props: RelayDraftProps) {
  const { draft, problems, testing, outcome, edit, test, save } = useRelayDraft(props);
  const submit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  return (
    <form class="relay" onSubmit={submit} noValidate aria-label={text('settingsSectionRelay')}>
      <AddressField value={draft.url} problem={problems.url} onEdit={(url) => edit({ url })} />
      <p class="note">{text('popupAddressWhat')}</p>
      {isReadable(draft.url) && <p class="note">{text('addressReadable')}</p>}
      <TokenField value={draft.token} problem={problems.token} onEdit={(token) => edit({ token })} />
      <div class="buttons">
        <Act aria-disabled={testing} onClick={test}>
          {testing ? text('popupTesting') : text('popupTest')}
        </Act>
        <Primary type="submit">{text('popupSave')}</Primary>
      </div>
      <StatusLine outcome={outcome} />
    </form>
  );
}

/** Whether others in the network can read what goes to an address. */
function isReadable(url: string): boolean {
  const address = parseRelayAddress(url);
  return 'base' in address && address.base.protocol === 'http:' && !isLoopback(address.base.hostname);
}

const AddressField = (props: FieldProps) => (
  <LabelledField id="relay-url" label={text('popupAddress')} problem={props.problem}>
    <input
      {...inputOf('relay-url', props)}
      type="url"
      inputMode="url"
      maxLength={2048}
      placeholder="http://localhost:8787"
    />
  </LabelledField>
);

const readable = { type: 'text' } as const;
const hidden = { type: 'password' } as const;

const TokenField = (props: FieldProps) => {
  const [shown, setShown] = useState(false);
  const [word, name] = shown ? [text('popupHide'), text('popupHideToken')] : [text('wordShow'), text('popupShowToken')];
  return (
    <LabelledField id="relay-token" label={text('popupToken')} problem={props.problem}>
      <input
        {...inputOf('relay-token', props)}
        {...(shown ? readable : hidden)}
        maxLength={512}
        placeholder={text('popupTokenNone')}
      />
      <Act class="reveal" aria-label={name} onClick={() => setShown(!shown)}>
        {word}
      </Act>
    </LabelledField>
  );
};

const none = { url: '', token: '' };

function findProblems({ url, token }: RelaySettings): typeof none {
  const address = parseRelayAddress(url);
  return {
    url: 'problem' in address ? addressText(address.problem) : '',
    token: isToken(token) ? '' : text('popupTokenBad'),
  };
}

interface RelayDraftProps {
  readonly saved: RelaySettings;
  /** Tests a relay without saving it. Rejects when the worker does not answer. */
  readonly probe: (relay: RelaySettings) => Promise<RelayTest>;
  readonly change: UpdateSettings;
  readonly onSaved: () => void;
  /** Tests when the form opens and after saving. */
  readonly eager?: boolean | undefined;
}

/** An invite fills both fields. One that is being typed is split when it is complete: when it is tested or saved. */
const pastedInvite = (before: string, url: string | undefined): RelaySettings | undefined =>
  url !== undefined && Math.abs(url.length - before.length) !== 1 ? parseInvite(url) : undefined;

/** The two fields with their problems; a field shows the saved value until the user types. */
function useFields(saved: RelaySettings) {
  const [typed, setTyped] = useState<RelaySettings>();
  const [problems, setProblems] = useState(none);
  const draft = typed ?? saved;
  const edit = (part: Partial<RelaySettings>) => {
    setTyped({ ...draft, ...part, ...pastedInvite(draft.url, part.url) });
    setProblems(none);
  };
  const validate = (): RelaySettings | undefined => {
    const relay = parseInvite(draft.url) ?? { url: draft.url.trim(), token: draft.token.trim() };
    const found = findProblems(relay);
    setProblems(found);
    return found.url || found.token ? undefined : relay;
  };
  // Text that was typed meanwhile is not saved yet, and stays.
  const followSaved = () => setTyped((now) => (now === typed ? undefined : now));
  return { draft, problems, edit, validate, followSaved };
}

const idle: { testing: boolean; outcome?: StatusMessage | undefined } = { testing: false };

function useRelayDraft({ saved, probe, change, onSaved, eager = false }: RelayDraftProps) {
  const { draft, problems, ...fields } = useFields(saved);
  const { progress, runTest, report, reset } = useRelayTest(probe);
  const edit = (part: Partial<RelaySettings>) => {
    reset();
    fields.edit(part);
  };
  const test = async () => {
    if (progress.testing) return;
    reset();
    const relay = fields.validate();
    if (relay) await runTest(relay, relay.url === saved.url && relay.token === saved.token);
  };
  const save = async () => {
    reset();
    const relay = fields.validate();
    if (!relay || !(await change((settings) => ({ ...settings, relay })))) return;
    fields.followSaved();
    onSaved();
    if (eager) await runTest(relay, true);
    else report({ tone: 'good', text: text('popupSaved') });
  };
  // Once, when the form opens.
  useEffect(() => void (eager && test()), []);
  return { draft, problems, ...progress, edit, test, save };
}

function useRelayTest(probe: RelayDraftProps['probe']) {
  const [progress, setProgress] = useState(idle);
  // The outcome of a test must not be shown once the fields have changed.
  const tested = useRef<RelaySettings>(undefined);
  const reset = () => {
    tested.current = undefined;
    setProgress(idle);
  };
  const report = (outcome: StatusMessage) => setProgress({ testing: false, outcome });
  const runTest = async (relay: RelaySettings, isSaved: boolean) => {
    tested.current = relay;
    setProgress({ testing: true });
    const { tone, text: outcome } = await testRelay(probe, relay);
    const unsaved = tone === 'good' && !isSaved ? ` ${text('relayUnsaved')}` : '';
    if (tested.current === relay) report({ tone, text: outcome + unsaved });
  };
  return { progress, runTest, report, reset };
}

const testRelay = (probe: RelayDraftProps['probe'], relay: RelaySettings): Promise<StatusMessage> =>
  probe(relay).then(
    (result) => relayTestMessage(result, relay),
    () => ({ tone: 'bad', text: text('popupNoAnswer') }),
  );
