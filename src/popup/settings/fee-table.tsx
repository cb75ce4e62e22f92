import { type Fee, type FeeStage, feeStages, isMarketFees, type MarketFees, maxFeeCents, noFees } from '#core/fees.ts';
import { type MarketId, marketIds, markets } from '#core/markets.ts';
import type { NumberLimits } from '#core/setting-controls.ts';
import { readSetting, type Settings } from '#core/settings.ts';
import { formatTypedNumber, parseTypedNumber } from '#core/typed-number.ts';
import { FeePresets } from '#popup/settings/fee-presets.tsx';
import { feesText, stageText } from '#popup/settings/fee-words.ts';
import { type ControlProps, controlId, Hint, NumberInput } from '#popup/settings/setting-inputs.tsx';
import { limitsText, settingHint, settingLabel, unitLabel } from '#popup/settings/setting-words.ts';
import type { ParsedDraft } from '#popup/settings/use-draft.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { text } from '#ui/text.ts';

interface FeeTableProps extends ControlProps {
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly now: number;
}

/** What each market takes, and the fees of public sources to start with. */
export const FeeTable = (props: FeeTableProps) => (
  <>
    <FeePresets settings={props.settings} change={props.change} now={props.now} />
    <fieldset class="table">
      <legend>{settingLabel(props.field.name)}</legend>
      <Hint id={`${controlId(props.field.name)}-hint`}>{settingHint(props.field.name)}</Hint>
      {marketIds.map((market) => (
        <MarketFeesGroup key={market} market={market} {...props} />
      ))}
    </fieldset>
  </>
);

interface MarketProps extends ControlProps {
  readonly market: MarketId;
}

function MarketFeesGroup(props: MarketProps) {
  const { market, value } = props;
  const stored = readSetting(value, market);
  return (
    <details class="fees">
      <summary>
        {markets[market].name}{' '}
        <span class="hint">{isMarketFees(stored) ? feesText(stored) : text('settingsNotSet')}</span>
      </summary>
      {feeStages.flatMap((stage) =>
        feeParts.map((part) => <FeeInput key={`${stage}-${part}`} stage={stage} part={part} {...props} />),
      )}
    </details>
  );
}

const feeParts = ['percent', 'cents'] as const;
type FeePart = (typeof feeParts)[number];

/** Limits of a part as stored, its unit, and the number by which the shown one is multiplied. */
const partControls = {
  percent: { limits: { min: 0, below: 100 }, unit: 'percent', scale: 1 },
  cents: { limits: { min: 0, max: maxFeeCents }, unit: 'usd', scale: 100 },
} as const satisfies Record<FeePart, { limits: NumberLimits; unit: string; scale: number }>;

interface FeeInputProps extends MarketProps {
  readonly stage: FeeStage;
  readonly part: FeePart;
}

function FeeInput({ market, stage, part, field, value, save, after }: FeeInputProps) {
  const { limits, unit, scale } = partControls[part];
  const stored = readSetting(value, market);
  const fees = isMarketFees(stored) ? stored : undefined;
  const label = part === 'percent' ? stageText(stage) : text('settingsFeeFixed', stageText(stage));
  const parse = (typed: string): ParsedDraft => {
    if (typed.trim() === '') return { value: withoutPart(fees, stage, part) };
    const number = parseTypedNumber(typed, scale);
    if (number === undefined) return { problem: text('settingsNoNumber') };
    if (number < 0 || (part === 'cents' ? number > maxFeeCents : number >= 100))
      return { problem: limitsText(limits, scale) };
    const changed = withPart(
      fees ?? noFees,
      stage,
      part === 'percent' ? { percent: number, added: undefined } : { cents: number },
    );
    return field.read({ [market]: changed }) !== undefined ? { value: changed } : { problem: text('settingsFeeSum') };
  };
  return (
    <NumberInput
      id={`${controlId(field.name)}-${market}-${stage}-${part}`}
      label={label}
      fullLabel={text('settingsFeeOf', markets[market].name, label)}
      unit={unitLabel(unit)}
      placeholder={text('settingsNotSet')}
      draft={{
        stored: formatTypedNumber(fees?.[stage][part], scale),
        parse,
        save: (changed) => save(withEntry(value, market, changed)),
        after,
      }}
    />
  );
}

const withPart = (fees: MarketFees, stage: FeeStage, change: Partial<Fee>): MarketFees => ({
  ...fees,
  [stage]: { ...fees[stage], ...change },
});

/** Fees without a part; without any part they are unknown. */
function withoutPart(fees: MarketFees | undefined, stage: FeeStage, part: FeePart): MarketFees | undefined {
  if (!fees) return undefined;
  const rest = withPart(fees, stage, part === 'percent' ? { percent: 0, least: 0, added: undefined } : { cents: 0 });
  return feeStages.some((name) => rest[name].percent > 0 || rest[name].cents > 0) ? rest : undefined;
}

/** A copy of a table with another entry under a key; `undefined` removes the entry. */
export function withEntry(table: unknown, key: string, entry: unknown): Record<string, unknown> {
  const others = Object.entries(Object(table)).filter(([name]) => name !== key);
  return Object.fromEntries(entry === undefined ? others : [...others, [key, entry]]);
}
