import { type MarketId, marketIds, markets } from '#core/markets.ts';
import type { NumberLimits } from '#core/setting-controls.ts';
import { formatTypedNumber, readSetting, validateSetting } from '#core/setting-fields.ts';
import { type ControlProps, controlId, Hint, judgeNumber, NumberInput } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel, unitLabel } from '#popup/settings/setting-words.ts';
import type { Judged } from '#popup/settings/use-draft.ts';
import { text } from '#ui/text.ts';

/** What a seller pays on each market. No fee has a default: no source with a date is known for any. */
export const FeeTable = (props: ControlProps & { readonly limits: NumberLimits }) => (
  <fieldset class="table">
    <legend>{settingLabel(props.field.name)}</legend>
    {marketIds.map((market) => (
      <Fee key={market} market={market} {...props} />
    ))}
    <Hint id={`${controlId(props.field.name)}-hint`}>{settingHint(props.field.name)}</Hint>
  </fieldset>
);

function Fee({ market, field, value, keep, after, limits }: ControlProps & { market: MarketId; limits: NumberLimits }) {
  const { name } = markets[market];
  const judge = (typed: string): Judged =>
    typed.trim() === ''
      ? { value: undefined }
      : judgeNumber(typed, limits, 1, (fee) => validateSetting(field, { [market]: fee }) !== undefined);
  return (
    <NumberInput
      id={`${controlId(field.name)}-${market}`}
      label={name}
      fullLabel={text('settingsFeeOf', name)}
      unit={unitLabel('percent')}
      placeholder={text('settingsNotSet')}
      draft={{
        stored: formatTypedNumber(readSetting(value, market)),
        judge,
        keep: (fee) => keep(withEntry(value, market, fee)),
        after,
      }}
    />
  );
}

/** A table with another entry under a key, or with none. */
export function withEntry(table: unknown, key: string, entry: unknown): Record<string, unknown> {
  const others = Object.entries(Object(table)).filter(([name]) => name !== key);
  return Object.fromEntries(entry === undefined ? others : [...others, [key, entry]]);
}
