import { useEffect, useRef, useState } from 'preact/hooks';
import { isToken, parseRelayAddress } from '#core/relay-address.ts';
import type { Settings } from '#core/settings.ts';
import { addressText } from '#ui/fault-text.ts';
import type { Change } from '#ui/live-settings.ts';
import type { StatusMessage } from '#ui/outcome.ts';
import { type TestResult, testOutcome } from '#ui/relay-outcome.ts';
import { text } from '#ui/text.ts';

export type RelaySettings = Settings['relay'];

/** What is wrong with each field, as a sentence; empty when it can be used. */
interface Problems {
  readonly url: string;
  readonly token: string;
}

const none: Problems = { url: '', token: '' };

/** Judges what was typed. */
function problemsOf({ url, token }: RelaySettings): Problems {
  const address = parseRelayAddress(url);
  return {
    url: 'problem' in address ? addressText(address.problem) : '',
    token: isToken(token) ? '' : text('popupTokenBad'),
  };
}

export interface DraftProps {
  readonly saved: RelaySettings;
  /** Tries a relay without keeping it; rejects when the worker is silent. */
  readonly probe: (relay: RelaySettings) => Promise<TestResult>;
  readonly change: Change;
  /** Called after the relay was saved. */
  readonly onSaved: () => void;
  /** Tests by itself, when the form opens and after saving. */
  readonly eager?: boolean | undefined;
}

/** The two fields: what is typed, else what is saved, and what is wrong with it. */
function useFields(saved: RelaySettings) {
  const [typed, setTyped] = useState<RelaySettings>();
  const [problems, setProblems] = useState(none);
  const draft = typed ?? saved;
  const edit = (part: Partial<RelaySettings>) => {
    setTyped({ ...draft, ...part });
    setProblems(none);
  };
  const judge = (): RelaySettings | undefined => {
    const relay = { url: draft.url.trim(), token: draft.token.trim() };
    const found = problemsOf(relay);
    setProblems(found);
    return found.url || found.token ? undefined : relay;
  };
  // Unless more was typed meanwhile, which is not saved yet.
  const followSaved = () => setTyped((now) => (now === typed ? undefined : now));
  return { draft, problems, edit, judge, followSaved };
}

interface Progress {
  readonly testing: boolean;
  readonly outcome?: StatusMessage | undefined;
}

const idle: Progress = { testing: false };

/** What is being typed, which is kept only by saving, and what came of testing or saving it. */
export function useRelayDraft({ saved, probe, change, onSaved, eager = false }: DraftProps) {
  const { draft, problems, ...fields } = useFields(saved);
  const { progress, prove, tell, rest } = useProof(probe);
  const edit = (part: Partial<RelaySettings>) => {
    rest();
    fields.edit(part);
  };
  const test = async () => {
    if (progress.testing) return;
    rest();
    const relay = fields.judge();
    if (relay) await prove(relay, relay.url === saved.url && relay.token === saved.token);
  };
  const save = async () => {
    rest();
    const relay = fields.judge();
    if (!relay || !(await change((settings) => ({ ...settings, relay })))) return;
    fields.followSaved();
    onSaved();
    if (eager) await prove(relay, true);
    else tell({ tone: 'good', text: text('popupSaved') });
  };
  // Once, as the form opens.
  useEffect(() => void (eager && test()), []);
  return { draft, problems, ...progress, edit, test, save };
}

/** A test under way, or what came of the last one. */
function useProof(probe: DraftProps['probe']) {
  const [progress, setProgress] = useState(idle);
  // An answer to what is no longer in the fields must not be shown beside them.
  const asked = useRef<RelaySettings>(undefined);
  const rest = () => {
    asked.current = undefined;
    setProgress(idle);
  };
  const tell = (outcome: StatusMessage) => setProgress({ testing: false, outcome });
  const prove = async (relay: RelaySettings, isKept: boolean) => {
    asked.current = relay;
    setProgress({ testing: true });
    const { tone, text: told } = await tryRelay(probe, relay);
    const unsaved = tone === 'good' && !isKept ? ` ${text('relayUnsaved')}` : '';
    if (asked.current === relay) tell({ tone, text: told + unsaved });
  };
  return { progress, prove, tell, rest };
}

const tryRelay = (probe: DraftProps['probe'], relay: RelaySettings): Promise<StatusMessage> =>
  probe(relay).then(
    (result) => testOutcome(result, relay),
    () => ({ tone: 'bad', text: text('popupNoAnswer') }),
  );
