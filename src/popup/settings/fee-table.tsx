import { isMarketFees, noFees } from '#core/fees.ts';
import { type MarketId, marketIds, markets } from '#core/markets.ts';
import { formatTypedNumber, readSetting, validateSetting } from '#core/setting-fields.ts';
import { type ControlProps, controlId, Hint, NumberInput, parseNumber } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel, unitLabel } from '#popup/settings/setting-words.ts';
import type { ParsedDraft } from '#popup/settings/use-draft.ts';
import { text } from '#ui/text.ts';

/** The seller's fee on each market. There are no default fees: no dated source is known. */
export const FeeTable = (props: ControlProps) => (
  <fieldset class="table">
    <legend>{settingLabel(props.field.name)}</legend>
    {marketIds.map((market) => (
      <Fee key={market} market={market} {...props} />
    ))}
    <Hint id={`${controlId(props.field.name)}-hint`}>{settingHint(props.field.name)}</Hint>
  </fieldset>
);

function Fee({ market, field, value, save, after }: ControlProps & { market: MarketId }) {
  const { name } = markets[market];
  const stored = readSetting(value, market);
  const withSelling = (percent: number) => ({
    ...(isMarketFees(stored) ? stored : noFees),
    selling: { percent, cents: 0 },
  });
  const isValid = (percent: number) => validateSetting(field, { [market]: withSelling(percent) }) !== undefined;
  const parse = (typed: string): ParsedDraft =>
    typed.trim() === '' ? { value: undefined } : parseNumber(typed, { min: 0, below: 100 }, 1, isValid);
  return (
    <NumberInput
      id={`${controlId(field.name)}-${market}`}
      label={name}
      fullLabel={text('settingsFeeOf', name)}
      unit={unitLabel('percent')}
      placeholder={text('settingsNotSet')}
      draft={{
        stored: formatTypedNumber(readSetting(stored, 'selling.percent')),
        parse,
        save: (percent) =>
          save(withEntry(value, market, typeof percent === 'number' ? withSelling(percent) : undefined)),
        after,
      }}
    />
  );
}

/** A copy of a table with another entry under a key; `undefined` removes the entry. */
export function withEntry(table: unknown, key: string, entry: unknown): Record<string, unknown> {
  const others = Object.entries(Object(table)).filter(([name]) => name !== key);
  return Object.fromEntries(entry === undefined ? others : [...others, [key, entry]]);
}
