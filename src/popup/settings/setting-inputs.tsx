import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dollar } from '#core/money/rates.ts';
import { formatTypedNumber, parseTypedAmount, parseTypedNumber } from '#core/money/typed-number.ts';
import type { NumberControl, NumberLimits } from '#core/settings/setting-controls.ts';
import type { SettingField } from '#core/settings/settings.ts';
import type { Shell } from '#popup/deps.ts';
import { limitsText, settingHint, settingLabel, unitLabel } from '#popup/settings/setting-words.ts';
import { inputOf, Problem, Switch } from '#ui/forms/parts.tsx';
import { text } from '#ui/words/text.ts';

export type ParsedDraft = { readonly value: unknown } | { readonly problem: string };

export interface FieldDraftProps {
  readonly stored: string;
  readonly parse: (typed: string) => ParsedDraft;
  readonly save: (value: unknown) => unknown;
  readonly after: Shell['after'];
}

/** Delay after the last key until a valid value is saved, ms: a popup may close before its field loses the focus. */
const saveAfterMs = 600;

/** A valid value is saved on Enter, on leaving the field, and soon after the last key. A problem shows on leaving. */
export function useDraft({ stored, parse, save, after }: FieldDraftProps) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState('');
  const stopTimer = useRef<() => void>(undefined);
  useEffect(() => () => stopTimer.current?.(), []);
  /** Returns the problem; empty when the text is valid. */
  const trySave = (text: string): string => {
    stopTimer.current?.();
    const parsed = parse(text);
    if ('problem' in parsed) return parsed.problem;
    if (text !== stored) save(parsed.value);
    return '';
  };
  const onEdit = (text: string) => {
    setTyped(text);
    setProblem('');
    stopTimer.current?.();
    stopTimer.current = after(saveAfterMs, () => trySave(text));
  };
  const commit = () => {
    if (typed === undefined) return;
    const found = trySave(typed);
    setProblem(found);
    if (!found) setTyped(undefined);
  };
  return { value: typed ?? stored, problem, onEdit, commit };
}

export interface ControlProps {
  readonly field: SettingField;
  readonly value: unknown;
  readonly save: (value: unknown) => unknown;
  readonly after: Shell['after'];
}

export const controlId = (name: string): string => `setting-${name.replace('.', '-')}`;

/** Explains a control, for `aria-describedby`; renders nothing without a text. */
export const Hint = ({ id, children }: { readonly id: string; readonly children: ComponentChildren }) =>
  children ? (
    <p id={id} class="hint">
      {children}
    </p>
  ) : null;

export const SwitchControl = ({ field: { name }, value, save }: ControlProps) => (
  <>
    <Switch label={settingLabel(name)} on={value === true} onSwitch={save} />
    <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
  </>
);

interface ChoiceProps extends ControlProps {
  readonly options: readonly (readonly [option: string, label: string])[];
}

export const ChoiceControl = ({ field: { name }, value, save, options }: ChoiceProps) => (
  <fieldset class="choice">
    <legend>{settingLabel(name)}</legend>
    {options.map(([option, label]) => (
      <label key={option}>
        <input type="radio" name={name} checked={value === option} onChange={() => save(option)} />
        <span>{label}</span>
      </label>
    ))}
    <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
  </fieldset>
);

/** A drop-down list, for many options that are their own labels. */
export const SelectControl = ({ field: { name }, value, save, codes }: ControlProps & { codes: readonly string[] }) => (
  <div class="row">
    <label for={controlId(name)}>{settingLabel(name)}</label>
    <select id={controlId(name)} value={String(value)} onChange={(event) => save(event.currentTarget.value)}>
      {codes.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </select>
  </div>
);

/** A number with its unit. Saved only within its limits. */
export function NumberSetting(props: ControlProps & { readonly control: NumberControl }) {
  const { field, value, save, after } = props;
  const { unit, limits } = props.control;
  const isMoney = unit === 'usd';
  const parse = (typed: string): ParsedDraft =>
    parseNumber(typed, limits, isMoney, (number) => field.read(number) !== undefined);
  return (
    <NumberInput
      id={controlId(field.name)}
      label={settingLabel(field.name)}
      unit={unit ? unitLabel(unit) : ''}
      hint={settingHint(field.name)}
      draft={{ stored: formatTypedNumber(isMoney ? Number(value) / 100 : value), parse, save, after }}
    />
  );
}

/** Parses a typed number; the problem says what is wrong with it. `isValid` checks the setting's own rules. */
export function parseNumber(
  typed: string,
  limits: NumberLimits,
  isMoney: boolean,
  isValid: (value: number) => boolean,
): ParsedDraft {
  const value = isMoney ? parseTypedAmount(typed, dollar.code)?.cents : parseTypedNumber(typed);
  if (value === undefined) return { problem: text('settingsNoNumber') };
  return isValid(value) ? { value } : { problem: limitsText(limits, isMoney ? 100 : 1) };
}

interface NumberInputProps {
  readonly id: string;
  readonly label: string;
  /** The accessible name, where the label alone is ambiguous. */
  readonly fullLabel?: string;
  readonly unit: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly draft: FieldDraftProps;
  readonly children?: ComponentChildren;
}

export function NumberInput({ id, label, fullLabel, unit, hint = '', placeholder, draft, children }: NumberInputProps) {
  const { commit, ...typed } = useDraft(draft);
  return (
    <div class="row">
      <label for={id}>{label}</label>
      <div class="input">
        <input
          {...inputOf(id, typed)}
          inputMode="decimal"
          placeholder={placeholder}
          aria-label={fullLabel}
          aria-describedby={`${id}-unit ${id}-problem${hint && ` ${id}-hint`}`}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
        <span id={`${id}-unit`} class="unit">
          {unit}
        </span>
      </div>
      {children}
      <Problem id={id} problem={typed.problem} />
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}
