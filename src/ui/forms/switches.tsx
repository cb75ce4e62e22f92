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
