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
