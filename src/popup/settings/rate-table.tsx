import { useState } from 'preact/hooks';
import { formatTypedNumber } from '#core/money/typed-number.ts';
import type { NumberLimits } from '#core/settings/setting-controls.ts';
import { readSetting } from '#core/settings/settings.ts';
import { withEntry } from '#popup/settings/fee-table.tsx';
import { type ControlProps, controlId, Hint, NumberInput, parseNumber } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { type FieldProps, inputOf, Problem, SignButton } from '#ui/forms/parts.tsx';
import { text } from '#ui/words/text.ts';

type RateTableProps = ControlProps & { readonly limits: NumberLimits };

export function RateTable(props: RateTableProps) {
  const { field, value } = props;
  return (
    <fieldset class="table">
      <legend>{settingLabel(field.name)}</legend>
      {Object.keys(Object(value)).map((code) => (
        <OwnRate key={code} code={code} {...props} />
      ))}
      <NewRate {...props} />
      <Hint id={`${controlId(field.name)}-hint`}>{settingHint(field.name)}</Hint>
    </fieldset>
  );
}

function OwnRate({ code, field, value, save, after, limits }: RateTableProps & { readonly code: string }) {
  return (
    <NumberInput
      id={`${controlId(field.name)}-${code}`}
      label={code}
      fullLabel={text('settingsRateOf', code)}
      unit={text('settingsRateUnit')}
      draft={{
        stored: formatTypedNumber(readSetting(value, code)),
        parse: (typed) => parseNumber(typed, limits, false, (rate) => field.read({ [code]: rate }) !== undefined),
        save: (rate) => save(withEntry(value, code, rate)),
        after,
      }}
    >
      <SignButton
        sign="×"
        label={text('settingsRateRemove', code)}
        onPress={() => save(withEntry(value, code, undefined))}
      />
    </NumberInput>
  );
}

const emptyRate = { code: '', rate: '' };

function NewRate({ field, value, save, limits }: RateTableProps) {
  const [typed, setTyped] = useState(emptyRate);
  const [problems, setProblems] = useState(emptyRate);
  const edit = (part: Partial<typeof emptyRate>) => {
    setTyped({ ...typed, ...part });
    setProblems(emptyRate);
  };
  const add = () => {
    const code = typed.code.trim().toUpperCase();
    const known = code !== 'USD' && field.read({ [code]: 1 }) !== undefined;
    const parsed = parseNumber(typed.rate, limits, false, (rate) => field.read({ XXX: rate }) !== undefined);
    const rate = 'problem' in parsed ? parsed.problem : '';
    setProblems({ code: known ? '' : text('settingsNoCurrency'), rate });
    if (!known || 'problem' in parsed) return;
    save(withEntry(value, code, parsed.value));
    setTyped(emptyRate);
  };
  return (
    <form
      class="new-rate"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <NewField
        id="new-rate-code"
        label={text('settingsRateNewCode')}
        value={typed.code}
        problem={problems.code}
        onEdit={(code) => edit({ code })}
      />
      <NewField
        id="new-rate"
        label={text('settingsRateNew')}
        value={typed.rate}
        problem={problems.rate}
        onEdit={(rate) => edit({ rate })}
      />
      <button type="submit">{text('wordAdd')}</button>
      <Problem id="new-rate-code" problem={problems.code} />
      <Problem id="new-rate" problem={problems.rate} />
    </form>
  );
}

const NewField = ({ id, label, ...props }: FieldProps & { readonly id: string; readonly label: string }) => (
  <div class="input">
    <input {...inputOf(id, props)} aria-label={label} placeholder={label} />
  </div>
);
