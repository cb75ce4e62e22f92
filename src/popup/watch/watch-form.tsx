import { useId, useState } from 'preact/hooks';
import { formatTypedNumber, parseTypedNumber } from '#core/setting-fields.ts';
import { alertSchema, type WatchAlert } from '#core/watch-list.ts';
import { text } from '#ui/text.ts';

interface FormProps {
  readonly name: string;
  readonly alert: WatchAlert | null;
  /** Called within the click or key that submits, so that the browser can be asked for a permission. */
  readonly onSet: (alert: WatchAlert | null) => void;
  readonly onLeave: () => void;
}

type Kind = WatchAlert['kind'];

/** What each kind is compared with, and how it is typed: a price in dollars, all else in per cent. */
const kinds = { below: 'watchKindBelow', 'under-median': 'watchKindUnderMedian', change: 'watchKindChange' } as const;
const isKind = (value: string): value is Kind => Object.hasOwn(kinds, value);
const scaleOf = (kind: Kind): number => (kind === 'below' ? 100 : 1);
const mostPercent = { below: 0, 'under-median': 99, change: 1000 };

/** What was typed as an alert; `undefined` when it cannot be one. */
export function readAlert(kind: Kind, typed: string): WatchAlert | undefined {
  const value = parseTypedNumber(typed, scaleOf(kind));
  return alertSchema.safeParse(kind === 'below' ? { kind, cents: value } : { kind, percent: value }).data;
}

const writeAlert = (alert: WatchAlert | null): string =>
  alert ? formatTypedNumber(alert.kind === 'below' ? alert.cents : alert.percent, scaleOf(alert.kind)) : '';

const problemOf = (kind: Kind): string =>
  kind === 'below' ? text('watchBadPrice') : text('watchBadPercent', '0.1', String(mostPercent[kind]));

/** When to be told of an item. */
export function AlertForm({ name, alert, onSet, onLeave }: FormProps) {
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
        <button type="button" onClick={onLeave}>
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

interface ValueProps {
  readonly kind: Kind;
  readonly typed: string;
  readonly problem: string;
  readonly onType: (typed: string) => void;
}

function ValueField({ kind, typed, problem, onType }: ValueProps) {
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
