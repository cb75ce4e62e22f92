import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PopupDeps } from '#popup/deps.ts';
import type { Change } from '#popup/live.ts';
import { OutcomeLine } from '#popup/marks.tsx';
import { type Relay, useRelayDraft } from '#popup/relay-draft.ts';

export interface RelayFormProps {
  readonly saved: Relay;
  readonly ask: PopupDeps['ask'];
  readonly change: Change;
  readonly onSaved: () => void;
}

/** The relay's address and token: Test tries them as typed, Save (or Enter) keeps them and refreshes. */
export function RelayForm(props: RelayFormProps) {
  const { draft, problems, testing, outcome, edit, test, save } = useRelayDraft(props);
  const submit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  return (
    <form class="relay" onSubmit={submit} noValidate aria-labelledby="relay">
      <h2 id="relay">Relay</h2>
      <AddressField value={draft.url} problem={problems.url} onEdit={(url) => edit({ url })} />
      <TokenField value={draft.token} problem={problems.token} onEdit={(token) => edit({ token })} />
      <div class="buttons">
        <button type="button" aria-disabled={testing} onClick={test}>
          {testing ? 'Testing…' : 'Test'}
        </button>
        <button type="submit" class="primary">
          Save
        </button>
      </div>
      <OutcomeLine outcome={outcome} />
    </form>
  );
}

interface FieldProps {
  readonly value: string;
  readonly problem: string;
  readonly onEdit: (value: string) => void;
}

const AddressField = ({ value, problem, onEdit }: FieldProps) => (
  <Field id="relay-url" label="Address" problem={problem}>
    <input
      id="relay-url"
      type="url"
      inputMode="url"
      value={value}
      maxLength={2048}
      autocomplete="off"
      spellcheck={false}
      placeholder="http://localhost:8787"
      aria-invalid={problem !== ''}
      aria-describedby="relay-url-problem"
      onInput={(event) => onEdit(event.currentTarget.value)}
    />
  </Field>
);

const readable = { type: 'text' } as const;
const hidden = { type: 'password' } as const;

const TokenField = ({ value, problem, onEdit }: FieldProps) => {
  const [shown, setShown] = useState(false);
  const word = shown ? 'Hide' : 'Show';
  return (
    <Field id="relay-token" label="Token" problem={problem}>
      <input
        id="relay-token"
        {...(shown ? readable : hidden)}
        value={value}
        maxLength={512}
        autocomplete="off"
        spellcheck={false}
        placeholder="none"
        aria-invalid={problem !== ''}
        aria-describedby="relay-token-problem"
        onInput={(event) => onEdit(event.currentTarget.value)}
      />
      <button type="button" class="reveal" aria-label={`${word} token`} onClick={() => setShown(!shown)}>
        {word}
      </button>
    </Field>
  );
};

interface FrameProps {
  readonly id: string;
  readonly label: string;
  readonly problem: string;
  readonly children: ComponentChildren;
}

const Field = ({ id, label, problem, children }: FrameProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="input">{children}</div>
    <p id={`${id}-problem`} class="problem" aria-live="polite">
      {problem}
    </p>
  </div>
);
