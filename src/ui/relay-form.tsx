import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '#ui/problem.tsx';
import { type RelayDraftProps, useRelayDraft } from '#ui/relay-draft.ts';
import { StatusLine } from '#ui/status-line.tsx';
import { text } from '#ui/text.ts';

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
      <TokenField value={draft.token} problem={problems.token} onEdit={(token) => edit({ token })} />
      <div class="buttons">
        <button type="button" aria-disabled={testing} onClick={test}>
          {testing ? text('popupTesting') : text('popupTest')}
        </button>
        <button type="submit" class="primary">
          {text('popupSave')}
        </button>
      </div>
      <StatusLine outcome={outcome} />
    </form>
  );
}

interface FieldProps {
  readonly value: string;
  readonly problem: string;
  readonly onEdit: (value: string) => void;
}

const AddressField = ({ value, problem, onEdit }: FieldProps) => (
  <Field id="relay-url" label={text('popupAddress')} problem={problem}>
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
  const [word, name] = shown ? [text('popupHide'), text('popupHideToken')] : [text('wordShow'), text('popupShowToken')];
  return (
    <Field id="relay-token" label={text('popupToken')} problem={problem}>
      <input
        id="relay-token"
        {...(shown ? readable : hidden)}
        value={value}
        maxLength={512}
        autocomplete="off"
        spellcheck={false}
        placeholder={text('popupTokenNone')}
        aria-invalid={problem !== ''}
        aria-describedby="relay-token-problem"
        onInput={(event) => onEdit(event.currentTarget.value)}
      />
      <button type="button" class="reveal" aria-label={name} onClick={() => setShown(!shown)}>
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
    <Problem id={id} problem={problem} />
  </div>
);
