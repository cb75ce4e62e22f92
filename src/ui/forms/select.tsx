interface SelectProps<T extends string> {
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChoose: (value: T) => void;
  readonly class?: string;
  readonly 'aria-label'?: string;
}

export const Select = <T extends string>({ value, options, onChoose, ...rest }: SelectProps<T>) => (
  <select
    {...rest}
    value={value}
    onChange={(event) => {
      const [chosen] = options.find(([one]) => one === event.currentTarget.value) ?? [];
      if (chosen !== undefined) onChoose(chosen);
    }}
  >
    {options.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ))}
  </select>
);
