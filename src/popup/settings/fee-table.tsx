import { useState } from 'preact/hooks';
import {
  type Fee,
  type FeeStage,
  type Fees,
  feeStages,
  isMarketFees,
  type MarketFees,
  maxFeeCents,
  noFee,
  noFees,
} from '#core/money/fees.ts';
import { formatTypedNumber, parseTypedNumber } from '#core/money/typed-number.ts';
import { balanceMarket, type MarketId, marketIds, markets } from '#core/prices/markets.ts';
import { type NumberLimits, within } from '#core/settings/setting-controls.ts';
import { readSetting, withSetting } from '#core/settings/settings.ts';
import { FeePresets } from '#popup/settings/fee-presets.tsx';
import { leastText, stageText } from '#popup/settings/fee-words.ts';
import { type ControlProps, controlId, Hint } from '#popup/settings/setting-inputs.tsx';
import { limitsText, settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { type ParsedDraft, useDraft } from '#popup/settings/use-draft.ts';
import { Problem } from '#ui/forms/problem.tsx';
import { StatusLine } from '#ui/forms/status-line.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { countText } from '#ui/words/age.ts';
import type { StatusMessage } from '#ui/words/status-message.ts';
import { plural, text } from '#ui/words/text.ts';

interface FeeTableProps extends ControlProps, SettingsProps {
  readonly now: number;
}

/** What each market takes at each stage, and the fees of public sources to start with. */
export function FeeTable(props: FeeTableProps) {
  const { field, settings, change, now } = props;
  const id = controlId(field.name);
  return (
    <>
      <FeePresets settings={settings} change={change} now={now} />
      <h3 id={id}>{settingLabel(field.name)}</h3>
      <Hint id={`${id}-hint`}>{settingHint(field.name)}</Hint>
      <p id={`${id}-form`} class="hint">
        {text('settingsFeeForm', feeExample)}
      </p>
      <table class="fee-table" aria-labelledby={id} aria-describedby={`${id}-hint`}>
        <thead>
          <tr>
            <th scope="col">{text('wordMarket')}</th>
            {feeStages.map((stage) => (
              <th key={stage} scope="col">
                {stageText(stage)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {marketIds.map((market) => (
            <tr key={market}>
              <th scope="row">{markets[market].name}</th>
              {feeStages.map((stage) => (
                <FeeCell key={stage} market={market} stage={stage} {...props} />
              ))}
            </tr>
          ))}
        </tbody>
        <SameForAll settings={settings} change={change} />
      </table>
    </>
  );
}

function FeeCell({ market, stage, field, value, save, after }: ControlProps & { market: MarketId; stage: FeeStage }) {
  const stored = readSetting(value, market);
  const fees = isMarketFees(stored) ? stored : undefined;
  const parse = (typed: string): ParsedDraft => {
    if (typed.trim() === '') return { value: withoutStage(fees, stage) };
    const fee = parseFee(typed);
    if ('problem' in fee) return fee;
    // A least amount goes with the per cent that it belongs to.
    const least = fee.percent > 0 ? fees?.[stage].least : undefined;
    const changed = { ...(fees ?? noFees), [stage]: least === undefined ? fee : { ...fee, least } };
    return field.read({ [market]: changed }) === undefined ? { problem: text('settingsFeeSum') } : { value: changed };
  };
  const { shown, problem, edit, commit } = useDraft({
    stored: fees ? feeCellText(fees[stage]) : '',
    parse,
    save: (changed) => save(withEntry(value, market, changed)),
    after,
  });
  const id = `${controlId(field.name)}-${market}-${stage}`;
  const least = fees && leastText(fees[stage]);
  return (
    <td>
      <div class="input">
        <input
          id={id}
          autocomplete="off"
          value={shown}
          placeholder="–"
          aria-label={text('settingsFeeOf', markets[market].name, stageText(stage))}
          aria-invalid={problem !== ''}
          aria-describedby={`${controlId(field.name)}-form ${id}-problem${least ? ` ${id}-least` : ''}`}
          onInput={(event) => edit(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      </div>
      {least && (
        <p id={`${id}-least`} class="hint">
          {least}
        </p>
      )}
      <Problem id={id} problem={problem} />
    </td>
  );
}

/** Fees of which a stage takes nothing; if none takes anything, they are unknown. */
function withoutStage(fees: MarketFees | undefined, stage: FeeStage): MarketFees | undefined {
  const rest = { ...(fees ?? noFees), [stage]: noFee };
  return feeStages.some((name) => rest[name].percent > 0 || rest[name].cents > 0) ? rest : undefined;
}

/** A copy of a table with another entry under a key; `undefined` removes the entry. */
export function withEntry(table: unknown, key: string, entry: unknown): Record<string, unknown> {
  const others = Object.entries(Object(table)).filter(([name]) => name !== key);
  return Object.fromEntries(entry === undefined ? others : [...others, [key, entry]]);
}

type Typed = Readonly<Record<FeeStage, string>>;
const nothing: Typed = { buying: '', selling: '', cashingOut: '' };

/** The last rows of the table of fees: sets a fee for every market, at the press of a button, as it replaces what they have. */
function SameForAll({ settings, change }: SettingsProps) {
  const [typed, setTyped] = useState(nothing);
  const [message, setMessage] = useState<StatusMessage>();
  const type = (stage: FeeStage, fee: string) => {
    setTyped((before) => ({ ...before, [stage]: fee }));
    setMessage(undefined);
  };
  const apply = () => {
    const given = parseAll(typed);
    if ('problem' in given) return setMessage({ tone: 'bad', text: given.problem });
    const { fees, count } = withSameFees(settings.fees.markets, given);
    if (!Object.values(fees).every(isMarketFees)) return setMessage({ tone: 'bad', text: text('settingsFeeSum') });
    if (count === 0) return setMessage({ tone: 'bad', text: text('feesSameHint') });
    void change((now) => withSetting(now, 'fees.markets', withSameFees(now.fees.markets, given).fees));
    setTyped(nothing);
    setMessage({ tone: 'good', text: plural('feesSameDone', count, countText(count)) });
  };
  return (
    <tfoot>
      <tr>
        <th scope="row">{text('feesSame')}</th>
        {feeStages.map((stage) => (
          <td key={stage}>
            <div class="input">
              <input
                autocomplete="off"
                value={typed[stage]}
                aria-label={text('settingsFeeOf', text('feesSame'), stageText(stage))}
                aria-describedby="fees-same-hint"
                onInput={(event) => type(stage, event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Enter' && apply()}
              />
            </div>
          </td>
        ))}
      </tr>
      <tr>
        <td colSpan={4}>
          <div class="buttons">
            <button type="button" onClick={apply}>
              {text('feesSameApply')}
            </button>
            <p id="fees-same-hint" class="hint">
              {text('feesSameHint')}
            </p>
          </div>
          <StatusLine outcome={message} />
        </td>
      </tr>
    </tfoot>
  );
}

type Given = Partial<MarketFees>;

/** The fees of the fields that are not empty; the problem with the first that is wrong. */
function parseAll(typed: Typed): Given | { readonly problem: string } {
  const given: { [stage in FeeStage]?: MarketFees[FeeStage] } = {};
  for (const stage of feeStages) {
    if (typed[stage].trim() === '') continue;
    const fee = parseFee(typed[stage]);
    if ('problem' in fee) return { problem: text('settingsFeeOf', stageText(stage), fee.problem) };
    given[stage] = fee;
  }
  return given;
}

/**
 * Fees with the given ones for every market but the one whose balance is no cash, which has fees of its own kind. A market
 * of unknown fees gets them only if all are given: else a stage that nobody entered would count as free.
 */
function withSameFees(before: Fees, given: Given): { readonly fees: Fees; readonly count: number } {
  const stages = Object.keys(given).length;
  const isSet = (market: (typeof marketIds)[number]) =>
    market !== balanceMarket && stages > 0 && (before[market] !== undefined || stages === feeStages.length);
  const set = marketIds.filter(isSet);
  const entries = set.map((market) => [market, { ...(before[market] ?? noFees), ...given }]);
  return { fees: { ...before, ...Object.fromEntries(entries) }, count: set.length };
}

/** A fee as text of a field, which `parseFee` reads: "2.5% + $0.30"; "0" where nothing is taken. */
export function feeCellText({ percent: exact, cents, added }: TypedFee & Pick<Fee, 'added'>): string {
  // The per cent of a fee with a rounding of its own only shows its size.
  const percent = added ? Math.round(exact * 100) / 100 : exact;
  const parts = [
    percent > 0 ? `${formatTypedNumber(percent)}%` : '',
    cents > 0 ? `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}` : '',
  ];
  return parts.filter(Boolean).join(' + ') || '0';
}

const feeExample = feeCellText({ percent: 2.5, cents: 30 });

type TypedFee = Pick<Fee, 'percent' | 'cents'>;

const percentLimits: NumberLimits = { min: 0, below: 100 };
const centLimits: NumberLimits = { min: 0, max: maxFeeCents };

/** A typed fee: per cent, an amount in dollars, or both. A number without a sign is per cent. */
export function parseFee(typed: string): TypedFee | { readonly problem: string } {
  let fee: TypedFee = noFee;
  const given = new Set<keyof TypedFee>();
  for (const part of typed.split('+')) {
    const [, before = '', number = '', after = ''] = /^\s*(\$?)\s*([^$%]*?)\s*([$%]?)\s*$/.exec(part) ?? [];
    const isAmount = before === '$' || after === '$';
    const name = isAmount ? 'cents' : 'percent';
    const scale = isAmount ? 100 : 1;
    const value = parseTypedNumber(number, scale);
    if (value === undefined || given.has(name) || (before === '$' && after !== ''))
      return { problem: text('settingsNoFee', feeExample) };
    const limits = isAmount ? centLimits : percentLimits;
    if (!within(limits)(value)) return { problem: limitsText(limits, scale) };
    given.add(name);
    fee = { ...fee, [name]: value };
  }
  return fee;
}
