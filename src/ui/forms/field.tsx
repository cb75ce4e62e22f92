import type { ComponentChildren } from 'preact';

/** The problem with a field. Always rendered: screen readers skip a live region that is inserted together with its text. */
export const Problem = ({ id, problem }: { readonly id: string; readonly problem: string }) => (
  <p id={`${id}-problem`} class="problem" aria-live="polite">
    {problem}
  </p>
);

export const inputOf = (id: string, { value, problem, onEdit }: FieldProps) => ({
  id,
  value,
  autocomplete: 'off',
  spellcheck: false,
  'aria-invalid': problem !== '',
  'aria-describedby': `${id}-problem`,
  onInput: (event: { currentTarget: HTMLInputElement }) => onEdit(event.currentTarget.value),
});

export interface FieldProps {
  readonly value: string;
  readonly problem: string;
  readonly onEdit: (value: string) => void;
}

interface FrameProps {
  readonly id: string;
  readonly label: string;
  readonly problem: string;
  readonly children: ComponentChildren;
}

export const LabelledField = ({ id, label, problem, children }: FrameProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="input">{children}</div>
    <Problem id={id} problem={problem} />
  </div>
);
