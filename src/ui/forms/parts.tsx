import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
import { type StatusMessage, type Tone, text } from '#ui/words/text.ts';

export const Act = (props: ButtonHTMLAttributes) => <button type="button" {...props} />;

/** What most users want next. */
export const Primary = (props: ButtonHTMLAttributes) => <Act class="primary" {...props} />;

/** A button that looks like a link or a sign. */
export const Plain = (props: ButtonHTMLAttributes) => <Act class="plain" {...props} />;

/** A link that opens in a new tab, which cannot reach back. */
export const Away = ({ href, children }: { readonly href: string; readonly children: ComponentChildren }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

/** What went wrong. Always rendered, as a live region is. */
export const Trouble = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="problem" role="alert">
    {children}
  </p>
);

/** Why the settings of a page cannot be read or stored. */
export const SettingsTrouble = ({ problem }: { readonly problem: string }) => (
  <p class="trouble" role="alert">
    {problem && text('popupTrouble', problem)}
  </p>
);

export const RemovedNote = ({ name, onUndo }: { readonly name: string | undefined; readonly onUndo: () => void }) =>
  name === undefined ? null : (
    <p class="note" role="status">
      {text('wordRemoved', name)} <Act onClick={onUndo}>{text('portfolioUndo')}</Act>
    </p>
  );

interface MarketsProgressProps {
  readonly chosen: readonly MarketId[];
  /** The chosen markets that are not loaded yet, in their order: the first is being loaded. */
  readonly waiting: readonly MarketId[];
}

export const MarketsProgress = ({ chosen, waiting: [first, ...rest] }: MarketsProgressProps) => (
  <p class="markets-progress muted" role="status">
    {first &&
      text('marketsLoading', marketNames[first], String(chosen.length - rest.length - 1), String(chosen.length))}
  </p>
);

const strokes: Readonly<Record<Tone, string>> = {
  good: 'M4.5 8.4 7 10.8l4.5-5.4',
  warn: 'M8 4.4v4.4M8 11.2v.2',
  bad: 'm5.4 5.4 5.2 5.2m0-5.2-5.2 5.2',
  plain: 'M5 8h6',
};

/** A disc with a sign, so that the meaning does not depend on colour alone. */
export const Mark = ({ tone }: { readonly tone: Tone }) => (
  <svg class={`mark ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="8" />
    <path d={strokes[tone]} />
  </svg>
);

/** Announces the outcome of an action. Always in the page: screen readers skip a live region that appears with its text. */
export const StatusLine = ({ outcome }: { readonly outcome: StatusMessage | undefined }) => (
  <p class="outcome" role="status" aria-live="polite">
    {outcome && (
      <>
        <Mark tone={outcome.tone} />
        <span>
          <TextWithCode text={outcome.text} />
        </span>
      </>
    )}
  </p>
);

/** Renders a text whose parts between backticks are code. */
export const TextWithCode = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part))}</>
);

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

interface SignButtonProps {
  readonly sign: string;
  /** What it does, for who does not know the sign. */
  readonly label: string;
  readonly off?: boolean;
  readonly onPress: () => void;
}

/** A small button that shows a sign: it moves an entry of a list, or removes it. */
export const SignButton = ({ sign, label, off = false, onPress }: SignButtonProps) => (
  <button type="button" class="move" aria-label={label} title={label} disabled={off} onClick={onPress}>
    {sign}
  </button>
);

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly describedBy?: string | undefined;
}

export const Switch = ({ label, on, onSwitch, describedBy }: SwitchProps) => (
  <label class="switch">
    <span>{label}</span>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a check box has its state natively
      role="switch"
      checked={on}
      aria-describedby={describedBy}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
  </label>
);

/** Copies a text at the press of a button. `said` is the outcome in words. */
export function useCopied(copy: (content: string) => Promise<void>) {
  const [said, setSaid] = useState('');
  const press = (content: string): void =>
    void copy(content).then(
      () => setSaid(text('panelCopied')),
      () => setSaid(text('panelNotCopied')),
    );
  return { said, press };
}
