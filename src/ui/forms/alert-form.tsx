import { useId, useState } from 'preact/hooks';
import { hundredthsOf } from '#core/money/money.ts';
import { dollar, inCurrency, type Rate } from '#core/money/rates.ts';
import { formatTypedAmount, formatTypedNumber, parseTypedAmount, parseTypedNumber } from '#core/money/typed-number.ts';
import { lineCents } from '#core/owned/watch-crossing.ts';
import { alertKindOf, alertKinds, alertSchema, type WatchAlert } from '#core/owned/watch-list.ts';
import { type MarketId, marketNames } from '#core/prices/markets.ts';
import { Act, Primary } from '#ui/forms/parts.tsx';
import { Select } from '#ui/forms/select.tsx';
import { currencySign } from '#ui/words/format.ts';
import { keyOf, text } from '#ui/words/text.ts';

interface AlertFormProps {
  readonly name: string;
  readonly alert: WatchAlert | null;
  readonly compared: readonly MarketId[];
  /** The currency in which an amount is typed. */
  readonly shown: Rate;
  /** Called inside the event that submits: the browser requires that for a permission request. */
  readonly onSet: (alert: WatchAlert | null) => void;
  readonly onCancel: () => void;
}

type Kind = WatchAlert['kind'];

const kinds = Object.keys(alertKinds) as readonly Kind[];
/** The words for all compared markets; `undefined` for a kind that looks at none of them. */
const wordsForAll = (kind: Kind) => allWords[alertKinds[kind].measured];
const allWords = { lowest: 'watchLowestOfMarkets', changes: 'watchAnyOfMarkets', sale: undefined } as const;
const isMoney = (kind: Kind): boolean => alertKindOf({ kind }).maxPercent === undefined;

export interface AlertDraft {
  readonly kind: Kind;
  readonly typed: string;
  readonly market?: MarketId | undefined;
}

/** Parses a draft, whose amount is in the shown currency, to an alert; `undefined` for an invalid one. */
export function readAlert({ kind, typed, market }: AlertDraft, shown: Rate): WatchAlert | undefined {
  const on = wordsForAll(kind) && market ? { market } : {};
  if (!isMoney(kind)) return alertSchema.safeParse({ kind, percent: parseTypedNumber(typed), ...on }).data;
  const amount = parseTypedAmount(typed, shown.code);
  if (!amount) return undefined;
  const { cents: hundredths, currency } = amount;
  const { perUsd } = shown;
  const asTyped = currency === dollar.code ? {} : { typed: { currency, hundredths, perUsd } };
  return alertSchema.safeParse({ kind, cents: Math.round(hundredths / perUsd), ...asTyped, ...on }).data;
}

function draftOf(alert: WatchAlert | null, shown: Rate): AlertDraft {
  if (!alert) return { kind: 'below', typed: '' };
  const { kind } = alert;
  const typed =
    'cents' in alert
      ? formatTypedAmount(hundredthsOf(inCurrency(lineCents(alert, shown), shown)))
      : formatTypedNumber(alert.percent);
  return { kind, typed, ...('market' in alert && { market: alert.market }) };
}

export function AlertForm({ name, alert, compared, shown, onSet, onCancel }: AlertFormProps) {
  const [draft, setDraft] = useState(() => draftOf(alert, shown));
  const [problem, setProblem] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readAlert(draft, shown);
    const { maxPercent } = alertKindOf(draft);
    if (read) onSet(read);
    else setProblem(maxPercent ? text('watchBadPercent', '0.1', String(maxPercent)) : text('watchBadPrice'));
  };
  return (
    <form class="alert" aria-label={text('watchAlertFor', name)} onSubmit={submit} noValidate>
      <label class="kind">
        <span>{text('watchTellWhen')}</span>
        <Select
          value={draft.kind}
          options={kinds.map((kind) => [kind, text(`watchKind${keyOf(kind)}`)])}
          onChoose={(kind) => setDraft({ ...draft, kind })}
        />
      </label>
      <MarketField draft={draft} compared={compared} onDraft={setDraft} />
      <ValueField draft={draft} shown={shown} problem={problem} onType={(typed) => setDraft({ ...draft, typed })} />
      <div class="buttons">
        <Act onClick={onCancel}>{text('backupCancel')}</Act>
        {alert && <Act onClick={() => onSet(null)}>{text('watchUnset')}</Act>}
        <Primary type="submit">{text('watchSet')}</Primary>
      </div>
    </form>
  );
}

interface MarketFieldProps extends Pick<AlertFormProps, 'compared'> {
  readonly draft: AlertDraft;
  readonly onDraft: (draft: AlertDraft) => void;
}

function MarketField({ draft, compared, onDraft }: MarketFieldProps) {
  const all = wordsForAll(draft.kind);
  if (!all) return null;
  // An alert keeps its market when that is not compared any more.
  const offered = [...new Set([...compared, ...(draft.market ? [draft.market] : [])])];
  return (
    <Select<MarketId | ''>
      class="market"
      aria-label={text('wordMarket')}
      value={draft.market ?? ''}
      options={[['', text(all)], ...offered.map((market) => [market, marketNames[market]] as const)]}
      onChoose={(market) => onDraft({ ...draft, market: market || undefined })}
    />
  );
}

interface ValueFieldProps extends Pick<AlertFormProps, 'shown'> {
  readonly draft: AlertDraft;
  readonly problem: string;
  readonly onType: (typed: string) => void;
}

function ValueField({ draft: { kind, typed }, shown, problem, onType }: ValueFieldProps) {
  const id = useId();
  return (
    <div class="value">
      <span class="input">
        <input
          type="text"
          inputMode="decimal"
          maxLength={12}
          autocomplete="off"
          aria-label={isMoney(kind) ? text('watchPrice', shown.code) : text('watchPercent')}
          aria-invalid={problem !== ''}
          aria-describedby={id}
          value={typed}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </span>
      <span aria-hidden="true">{isMoney(kind) ? currencySign(shown.code) : '%'}</span>
      <p id={id} class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
