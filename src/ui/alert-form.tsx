import { useId, useState } from 'preact/hooks';
import { formatTypedNumber, parseTypedNumber } from '#core/typed-number.ts';
import { alertSchema, type WatchAlert } from '#core/watch-list.ts';
import { text } from '#ui/text.ts';

interface AlertFormProps {
  readonly name: string;
  readonly alert: WatchAlert | null;
  /** Called inside the event that submits: the browser requires that for a permission request. */
  readonly onSet: (alert: WatchAlert | null) => void;
  readonly onCancel: () => void;
}

type Kind = WatchAlert['kind'];

/** The kinds of alerts with their labels. A price is typed in US dollars, the other values in per cent. */
const kindKeys = {
  below: 'watchKindBelow',
  'under-median': 'watchKindUnderMedian',
  change: 'watchKindChange',
} as const;
const isKind = (value: string): value is Kind => Object.hasOwn(kindKeys, value);
const scaleOf = (kind: Kind): number => (kind === 'below' ? 100 : 1);
const maxPercent = { below: 0, 'under-median': 99, change: 1000 };

/** Parses a typed value to an alert; `undefined` for an invalid one. */
export function readAlert(kind: Kind, typed: string): WatchAlert | undefined {
  const value = parseTypedNumber(typed, scaleOf(kind));
  return alertSchema.safeParse(kind === 'below' ? { kind, cents: value } : { kind, percent: value }).data;
}

const writeAlert = (alert: WatchAlert | null): string =>
  alert ? formatTypedNumber(alert.kind === 'below' ? alert.cents : alert.percent, scaleOf(alert.kind)) : '';

const problemOf = (kind: Kind): string =>
  kind === 'below' ? text('watchBadPrice') : text('watchBadPercent', '0.1', String(maxPercent[kind]));

/** Sets, changes or removes an item's price alert. */
export function AlertForm({ name, alert, onSet, onCancel }: AlertFormProps) {
  const [kind, setKind] = useState<Kind>(alert?.kind ?? 'below');
  const [typed, setTyped] = useState(() => writeAlert(alert));
  const [problem, setProblem] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readAlert(kind, typed);
    if (read) onSet(read);
    else setProblem(problemOf(kind));
  };
  return (
    <form class="alert" aria-label={text('watchAlertFor', name)} onSubmit={submit} noValidate>
      <KindField kind={kind} onKind={setKind} />
      <ValueField kind={kind} typed={typed} problem={problem} onType={setTyped} />
      <div class="buttons">
        <button type="button" onClick={onCancel}>
          {text('backupCancel')}
        </button>
        {alert && (
          <button type="button" onClick={() => onSet(null)}>
            {text('watchUnset')}
          </button>
        )}
        <button type="submit" class="primary">
          {text('watchSet')}
        </button>
      </div>
    </form>
  );
}

const KindField = ({ kind, onKind }: { readonly kind: Kind; readonly onKind: (kind: Kind) => void }) => (
  <label class="kind">
    <span>{text('watchTellWhen')}</span>
    <select
      value={kind}
      onChange={({ currentTarget: { value } }) => {
        if (isKind(value)) onKind(value);
      }}
    >
      <option value="below">{text('watchKindBelow')}</option>
      <option value="under-median">{text('watchKindUnderMedian')}</option>
      <option value="change">{text('watchKindChange')}</option>
    </select>
  </label>
);

interface ValueFieldProps {
  readonly kind: Kind;
  readonly typed: string;
  readonly problem: string;
  readonly onType: (typed: string) => void;
}

function ValueField({ kind, typed, problem, onType }: ValueFieldProps) {
  const id = useId();
  return (
    <div class="value">
      <span class="input">
        <input
          type="text"
          inputMode="decimal"
          maxLength={12}
          autocomplete="off"
          aria-label={kind === 'below' ? text('watchPrice') : text('watchPercent')}
          aria-invalid={problem !== ''}
          aria-describedby={id}
          value={typed}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </span>
      <span aria-hidden="true">{kind === 'below' ? '$' : '%'}</span>
      <p id={id} class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
