import { useState } from 'preact/hooks';
import type { NumberLimits } from '#core/setting-controls.ts';
import { formatTypedNumber, readSetting, validateSetting } from '#core/setting-fields.ts';
import { withEntry } from '#popup/settings/fee-table.tsx';
import {
  type ControlProps,
  controlId,
  Hint,
  judgeNumber,
  NumberInput,
  Problem,
} from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { text } from '#ui/text.ts';

type RateProps = ControlProps & { readonly limits: NumberLimits };

/** The user's own rates: how much of a currency one US dollar buys. */
export function RateTable(props: RateProps) {
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

function OwnRate({ code, field, value, keep, after, limits }: RateProps & { readonly code: string }) {
  return (
    <NumberInput
      id={`${controlId(field.name)}-${code}`}
      label={code}
      fullLabel={text('settingsRateOf', code)}
      unit={text('settingsRateUnit')}
      draft={{
        stored: formatTypedNumber(readSetting(value, code)),
        judge: (typed) =>
          judgeNumber(typed, limits, 1, (rate) => validateSetting(field, { [code]: rate }) !== undefined),
        keep: (rate) => keep(withEntry(value, code, rate)),
        after,
      }}
    >
      <button
        type="button"
        class="move"
        aria-label={text('settingsRateRemove', code)}
        onClick={() => keep(withEntry(value, code, undefined))}
      >
        ×
      </button>
    </NumberInput>
  );
}

const nothing = { code: '', rate: '' };

/** Two fields and a button: a rate without its currency is none. */
function NewRate({ field, value, keep, limits }: RateProps) {
  const [typed, setTyped] = useState(nothing);
  const [problems, setProblems] = useState(nothing);
  const edit = (part: Partial<typeof nothing>) => {
    setTyped({ ...typed, ...part });
    setProblems(nothing);
  };
  const add = () => {
    const code = typed.code.trim().toUpperCase();
    const known = code !== 'USD' && validateSetting(field, { [code]: 1 }) !== undefined;
    const judged = judgeNumber(typed.rate, limits, 1, (rate) => validateSetting(field, { XXX: rate }) !== undefined);
    const rate = 'problem' in judged ? judged.problem : '';
    setProblems({ code: known ? '' : text('settingsNoCurrency'), rate });
    if (!known || 'problem' in judged) return;
    keep(withEntry(value, code, judged.value));
    setTyped(nothing);
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
      <button type="submit">{text('settingsRateAdd')}</button>
      <Problem id="new-rate-code" problem={problems.code} />
      <Problem id="new-rate" problem={problems.rate} />
    </form>
  );
}

interface NewFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly problem: string;
  readonly onEdit: (value: string) => void;
}

const NewField = ({ id, label, value, problem, onEdit }: NewFieldProps) => (
  <div class="input">
    <input
      id={id}
      aria-label={label}
      placeholder={label}
      value={value}
      autocomplete="off"
      spellcheck={false}
      aria-invalid={problem !== ''}
      aria-describedby={`${id}-problem`}
      onInput={(event) => onEdit(event.currentTarget.value)}
    />
  </div>
);
