import { useState } from 'preact/hooks';
import { formatTypedNumber, parseTypedNumber } from '#core/money/typed-number.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly unit?: string;
  /** Units of the value in one of the typed number. */
  readonly scale?: number;
  readonly value: number | undefined;
  /** What an empty field means. */
  readonly usual?: number;
  readonly onValue: (value: number | undefined) => void;
}

/** A number; empty: no limit. What cannot be read changes nothing and is marked. */
export function NumberField({ label, unit, scale = 1, value, usual, onValue }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined ? '' : formatTypedNumber(value, scale));
  const isBad = shown.trim() !== '' && parseTypedNumber(shown, scale) === undefined;
  const type = (next: string) => {
    setTyped(next);
    const read = parseTypedNumber(next, scale);
    if (next.trim() === '' || read !== undefined) onValue(next.trim() === '' ? undefined : read);
  };
  return (
    <label class="number">
      <span>
        {label}
        {unit && ` (${unit})`}
      </span>
      <span class="input">
        <input
          type="text"
          inputMode="decimal"
          maxLength={12}
          autocomplete="off"
          aria-invalid={isBad}
          placeholder={usual === undefined ? '' : String(usual)}
          value={shown}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
      </span>
    </label>
  );
}

interface ChoicesProps<T extends string | number> {
  readonly label: string;
  readonly all: readonly T[];
  /** None chosen: all count. */
  readonly chosen: readonly T[];
  readonly nameOf: (one: T) => string;
  readonly onChoose: (chosen: readonly T[]) => void;
}

/** Any of several values. */
export const Choices = <T extends string | number>({ label, all, chosen, nameOf, onChoose }: ChoicesProps<T>) => (
  <fieldset class="choices">
    <legend>{label}</legend>
    {all.map((one) => {
      const isOn = chosen.includes(one);
      return (
        <button
          key={one}
          type="button"
          class="chip"
          aria-pressed={isOn}
          onClick={() => onChoose(isOn ? chosen.filter((other) => other !== one) : [...chosen, one])}
        >
          {nameOf(one)}
        </button>
      );
    })}
  </fieldset>
);
