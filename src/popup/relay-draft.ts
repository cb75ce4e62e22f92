import { useRef, useState } from 'preact/hooks';
import { relayAddress, type Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { Change } from '#popup/live.ts';
import { type Outcome, testOutcome } from '#popup/outcome-text.ts';
import { addressText } from '#ui/fault-text.ts';

export type Relay = Settings['relay'];

/** What is wrong with each field, as a sentence; empty when it can be used. */
export interface Problems {
  readonly url: string;
  readonly token: string;
}

const none: Problems = { url: '', token: '' };

/** Judges what was typed. A token travels in a header, which carries visible ASCII only (RFC 6750, 2.1). */
export function problemsOf({ url, token }: Relay): Problems {
  const address = relayAddress(url);
  return {
    url: 'problem' in address ? addressText[address.problem] : '',
    token: /^[!-~]*$/.test(token) ? '' : 'A token has no spaces, accents or other special characters. Copy it again.',
  };
}

interface DraftProps {
  readonly saved: Relay;
  readonly ask: PopupDeps['ask'];
  readonly change: Change;
  /** Called after the relay was saved. */
  readonly onSaved: () => void;
}

/** The two fields: what is typed, else what is saved, and what is wrong with it. */
function useFields(saved: Relay) {
  const [typed, setTyped] = useState<Relay>();
  const [problems, setProblems] = useState(none);
  const draft = typed ?? saved;
  const edit = (part: Partial<Relay>) => {
    setTyped({ ...draft, ...part });
    setProblems(none);
  };
  const judge = (): Relay | undefined => {
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
  readonly outcome?: Outcome | undefined;
}

const idle: Progress = { testing: false };

/** What is being typed, which is kept only by saving, and what came of testing or saving it. */
export function useRelayDraft({ saved, ask, change, onSaved }: DraftProps) {
  const { draft, problems, ...fields } = useFields(saved);
  const [progress, setProgress] = useState(idle);
  // An answer to what is no longer in the fields must not be shown beside them.
  const asked = useRef<Relay>(undefined);
  const rest = () => {
    asked.current = undefined;
    setProgress(idle);
  };
  const edit = (part: Partial<Relay>) => {
    rest();
    fields.edit(part);
  };
  const test = async () => {
    if (progress.testing) return;
    rest();
    const relay = fields.judge();
    if (!relay) return;
    asked.current = relay;
    setProgress({ testing: true });
    const outcome = await tryRelay(ask, relay);
    if (asked.current === relay) setProgress({ testing: false, outcome });
  };
  const save = async () => {
    rest();
    const relay = fields.judge();
    if (!relay || !(await change((settings) => ({ ...settings, relay })))) return;
    fields.followSaved();
    setProgress({ testing: false, outcome: { tone: 'good', text: 'Saved.' } });
    onSaved();
  };
  return { draft, problems, ...progress, edit, test, save };
}

const tryRelay = (ask: PopupDeps['ask'], relay: Relay): Promise<Outcome> =>
  ask('test-relay', relay).then(
    (result) => testOutcome(result, relay),
    () => ({ tone: 'bad', text: 'The background part of Skinlens gave no answer; try again.' }),
  );
