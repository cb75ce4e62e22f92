import { useEffect, useRef, useState } from 'preact/hooks';
import { isToken, parseInvite, parseRelayAddress, type RelaySettings } from '#core/relay-address.ts';
import { addressText } from '#ui/fault-text.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { type RelayTestResult, relayTestMessage } from '#ui/relay-test-text.ts';
import type { StatusMessage } from '#ui/status-message.ts';
import { text } from '#ui/text.ts';

/** The problem of each field, as a sentence; empty for a field without one. */
interface Problems {
  readonly url: string;
  readonly token: string;
}

const none: Problems = { url: '', token: '' };

function findProblems({ url, token }: RelaySettings): Problems {
  const address = parseRelayAddress(url);
  return {
    url: 'problem' in address ? addressText(address.problem) : '',
    token: isToken(token) ? '' : text('popupTokenBad'),
  };
}

export interface RelayDraftProps {
  readonly saved: RelaySettings;
  /** Tests a relay without saving it. Rejects when the worker does not answer. */
  readonly probe: (relay: RelaySettings) => Promise<RelayTestResult>;
  readonly change: UpdateSettings;
  /** Called after the relay was saved. */
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

interface Progress {
  readonly testing: boolean;
  readonly outcome?: StatusMessage | undefined;
}

const idle: Progress = { testing: false };

/** The state of the relay form: what is typed, and the outcome of the last test or save. */
export function useRelayDraft({ saved, probe, change, onSaved, eager = false }: RelayDraftProps) {
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

/** The running test, or the outcome of the last one. */
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
