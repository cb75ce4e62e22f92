import { useState } from 'preact/hooks';
import { type Fee, type FeeStage, type Fees, feeStages, isMarketFees, type MarketFees } from '#core/money/fees.ts';
import { balanceMarket, isMarketId, marketIds, marketNames } from '#core/prices/markets.ts';
import { readSetting, withSetting } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { FeePresets } from '#popup/settings/fee-presets.tsx';
import { feeCellText, feeExample, feeStagesOf, leastText, parseFee, stageText } from '#popup/settings/fee-words.ts';
import { type ControlProps, controlId, Hint, type ParsedDraft, useDraft } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { Act, inputOf, Problem, StatusLine } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { countText } from '#ui/words/format.ts';
import { plural, type StatusMessage, text } from '#ui/words/text.ts';

type Market = Pick<PopupDeps['sites'][number], 'id' | 'name'>;

const marketsAnd = (sites: PopupDeps['sites']): readonly Market[] => [
  ...marketIds.map((id) => ({ id, name: marketNames[id] })),
  ...sites.filter(({ id }) => !isMarketId(id)),
];

export function FeeTable(props: ControlProps & SettingsProps & Pick<PopupDeps, 'sites'> & { readonly now: number }) {
  const { field, settings, change, now, sites } = props;
  const id = controlId(field.name);
  const all = marketsAnd(sites);
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
          {all.map((market) => (
            <tr key={market.id}>
              <th scope="row">{market.name}</th>
              {feeStages.map((stage) =>
                feeStagesOf(market.id).includes(stage) ? (
                  <FeeCell key={stage} market={market} stage={stage} {...props} />
                ) : (
                  <td key={stage} />
                ),
              )}
            </tr>
          ))}
        </tbody>
        <SameForAll settings={settings} change={change} all={all} />
      </table>
    </>
  );
}

function FeeCell({ market, stage, field, value, save, after }: ControlProps & { market: Market; stage: FeeStage }) {
  const stored = readSetting(value, market.id);
  const fees = isMarketFees(stored) ? stored : undefined;
  const own = fees?.[stage];
  const parse = (typed: string): ParsedDraft => {
    if (typed.trim() === '') return { value: withoutStage(market.id, fees, stage) };
    const fee = parseFee(typed);
    if ('problem' in fee) return fee;
    // A least amount goes with the per cent that it belongs to.
    const least = fee.percent > 0 ? own?.least : undefined;
    const changed = { ...fees, [stage]: least === undefined ? fee : { ...fee, least } };
    return field.read({ [market.id]: changed }) === undefined
      ? { problem: text('settingsFeeSum') }
      : { value: changed };
  };
  const { commit, ...typed } = useDraft({
    stored: own ? feeCellText(own) : '',
    parse,
    save: (changed) => save(withEntry(value, market.id, changed)),
    after,
  });
  const id = `${controlId(field.name)}-${market.id}-${stage}`;
  const isMissing = stage === 'cashingOut' && fees?.selling && !own;
  const note = isMissing ? text('feeCashOutMissing') : leastText(own ?? {});
  return (
    <td>
      <div class="input">
        <input
          {...inputOf(id, typed)}
          aria-label={text('settingsFeeOf', market.name, stageText(stage))}
          aria-describedby={`${controlId(field.name)}-form ${id}-problem${note ? ` ${id}-note` : ''}`}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      </div>
      {note && (
        <p id={`${id}-note`} class={isMissing ? 'note warn' : 'hint'}>
          {note}
        </p>
      )}
      <Problem id={id} problem={typed.problem} />
    </td>
  );
}

/** Fees of which a stage is unknown; `undefined` if all are that have a field. */
function withoutStage(id: string, fees: MarketFees = {}, stage: FeeStage): MarketFees | undefined {
  const known = feeStagesOf(id).filter((name) => name !== stage && fees[name]);
  return known.length > 0 ? Object.fromEntries(known.map((name) => [name, fees[name]])) : undefined;
}

export function withEntry(table: unknown, key: string, entry: unknown): Record<string, unknown> {
  const others = Object.entries(Object(table)).filter(([name]) => name !== key);
  return Object.fromEntries(entry === undefined ? others : [...others, [key, entry]]);
}

type Typed = Readonly<Record<FeeStage, string>>;
const nothing: Typed = { buying: '', selling: '', cashingOut: '' };

/** The last rows of the table of fees: sets a fee for every market, at the press of a button, as it replaces what they have. */
function SameForAll({ settings, change, all }: SettingsProps & { readonly all: readonly Market[] }) {
  const [typed, setTyped] = useState(nothing);
  const [message, setMessage] = useState<StatusMessage>();
  const type = (stage: FeeStage, fee: string) => {
    setTyped((before) => ({ ...before, [stage]: fee }));
    setMessage(undefined);
  };
  const apply = () => {
    const given = parseAll(typed);
    if ('problem' in given) return setMessage({ tone: 'bad', text: given.problem });
    const { fees, count } = withSameFees(settings.fees.markets, given, all);
    if (!Object.values(fees).every(isMarketFees)) return setMessage({ tone: 'bad', text: text('settingsFeeSum') });
    if (count === 0) return setMessage({ tone: 'bad', text: text('feesSameHint') });
    void change((now) => withSetting(now, 'fees.markets', withSameFees(now.fees.markets, given, all).fees));
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
            <Act onClick={apply}>{text('feesSameApply')}</Act>
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

/** The fees of the fields that are not empty; the problem with the first that is wrong. */
function parseAll(typed: Typed): MarketFees | { readonly problem: string } {
  const given: { [stage in FeeStage]?: Fee } = {};
  for (const stage of feeStages) {
    if (typed[stage].trim() === '') continue;
    const fee = parseFee(typed[stage]);
    if ('problem' in fee) return { problem: text('settingsFeeOf', stageText(stage), fee.problem) };
    given[stage] = fee;
  }
  return given;
}

/** Fees with the given ones for every market but the one whose balance is no cash, which has fees of its own kind. */
function withSameFees(before: Fees, given: MarketFees, all: readonly Market[]) {
  const set = all.flatMap(({ id }) => {
    const stages = feeStagesOf(id).filter((stage) => id !== balanceMarket && given[stage]);
    const same = Object.fromEntries(stages.map((stage) => [stage, given[stage]]));
    return stages.length > 0 ? [[id, { ...before[id], ...same }] as const] : [];
  });
  return { fees: { ...before, ...Object.fromEntries(set) }, count: set.length };
}
