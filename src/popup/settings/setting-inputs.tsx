import type { ComponentChildren } from 'preact';
import type { NumberControl, NumberLimits } from '#core/setting-controls.ts';
import { formatTypedNumber, parseTypedNumber, type SettingField, validateSetting } from '#core/setting-fields.ts';
import { limitsText, optionLabel, settingHint, settingLabel, unitLabel } from '#popup/settings/setting-words.ts';
import { type DraftProps, type Judged, useDraft } from '#popup/settings/use-draft.ts';
import type { Shell } from '#popup/shell.ts';
import { Switch } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

/** What every control gets: its setting, what is stored, and how to store another value. */
export interface ControlProps {
  readonly field: SettingField;
  readonly value: unknown;
  readonly keep: (value: unknown) => unknown;
  readonly after: Shell['after'];
}

/** The id of a setting's control. */
export const controlId = (name: string): string => `setting-${name.replace('.', '-')}`;

/** What a control means, for `aria-describedby`; nothing where there is nothing to say. */
export const Hint = ({ id, children }: { readonly id: string; readonly children: ComponentChildren }) =>
  children ? (
    <p id={id} class="hint">
      {children}
    </p>
  ) : null;

/** A setting that is on or off. */
export const SwitchControl = ({ field: { name }, value, keep }: ControlProps) => (
  <Switch label={settingLabel(name)} on={value === true} onSwitch={keep} />
);

/** A few choices, all in sight. */
export const ChoiceControl = ({ field: { name }, value, keep, options }: ControlProps & Options) => (
  <fieldset class="choice">
    <legend>{settingLabel(name)}</legend>
    {options.map((option) => (
      <label key={option}>
        <input type="radio" name={name} checked={value === option} onChange={() => keep(option)} />
        <span>{optionLabel(name, option)}</span>
      </label>
    ))}
  </fieldset>
);

interface Options {
  readonly options: readonly string[];
}

/** One of many choices. */
export const SelectControl = ({ field: { name }, value, keep, options }: ControlProps & Options) => (
  <div class="row">
    <label for={controlId(name)}>{settingLabel(name)}</label>
    <select id={controlId(name)} value={String(value)} onChange={(event) => keep(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option} value={option}>
          {optionLabel(name, option)}
        </option>
      ))}
    </select>
  </div>
);

/** A number with its unit; kept only within its limits, and `null` when left empty where that is allowed. */
export function NumberSetting({
  field,
  value,
  keep,
  after,
  control,
}: ControlProps & { readonly control: NumberControl }) {
  const { scale, unit, limits, nullable } = control;
  const judge = (typed: string): Judged => {
    if (nullable && typed.trim() === '') return { value: null };
    return judgeNumber(typed, limits, scale, (number) => validateSetting(field, number) !== undefined);
  };
  return (
    <NumberInput
      id={controlId(field.name)}
      label={settingLabel(field.name)}
      unit={unitLabel(unit)}
      hint={settingHint(field.name)}
      draft={{ stored: formatTypedNumber(value, scale), judge, keep, after }}
    />
  );
}

/** Reads a typed number and asks whether it may be kept; else says why not. */
export function judgeNumber(
  typed: string,
  limits: NumberLimits,
  scale: number | undefined,
  isGood: (value: number) => boolean,
): Judged {
  const value = parseTypedNumber(typed, scale);
  if (value === undefined) return { problem: text('settingsNoNumber') };
  return isGood(value) ? { value } : { problem: limitsText(limits, scale) };
}

interface NumberProps {
  readonly id: string;
  readonly label: string;
  /** The name for screen readers, where the label alone would be no name. */
  readonly fullLabel?: string;
  readonly unit: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly draft: DraftProps;
  readonly children?: ComponentChildren;
}

/** A number with its unit; what is wrong with it stands under it. */
export function NumberInput({ id, label, fullLabel, unit, hint = '', placeholder, draft, children }: NumberProps) {
  const { shown, problem, edit, leave } = useDraft(draft);
  return (
    <div class="row">
      <label for={id}>{label}</label>
      <div class="input">
        <input
          id={id}
          inputMode="decimal"
          autocomplete="off"
          value={shown}
          placeholder={placeholder}
          aria-label={fullLabel}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-unit ${id}-problem${hint && ` ${id}-hint`}`}
          onInput={(event) => edit(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
        <span id={`${id}-unit`} class="unit">
          {unit}
        </span>
      </div>
      {children}
      <Problem id={id} problem={problem} />
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </div>
  );
}

/** What is wrong with a field: always in the page, because a region that comes with its text is not read out. */
export const Problem = ({ id, problem }: { readonly id: string; readonly problem: string }) => (
  <p id={`${id}-problem`} class="problem" aria-live="polite">
    {problem}
  </p>
);
