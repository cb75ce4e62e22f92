import { type MarketId, marketIds, markets } from '#core/markets.ts';
import type { NumberLimits } from '#core/setting-controls.ts';
import { formatTypedNumber, readSetting, validateSetting } from '#core/setting-fields.ts';
import { type ControlProps, controlId, Hint, NumberInput, parseNumber } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel, unitLabel } from '#popup/settings/setting-words.ts';
import type { ParsedDraft } from '#popup/settings/use-draft.ts';
import { text } from '#ui/text.ts';

/** The seller's fee on each market. There are no default fees: no dated source is known. */
export const FeeTable = (props: ControlProps & { readonly limits: NumberLimits }) => (
  <fieldset class="table">
    <legend>{settingLabel(props.field.name)}</legend>
    {marketIds.map((market) => (
      <Fee key={market} market={market} {...props} />
    ))}
    <Hint id={`${controlId(props.field.name)}-hint`}>{settingHint(props.field.name)}</Hint>
  </fieldset>
);

function Fee({ market, field, value, save, after, limits }: ControlProps & { market: MarketId; limits: NumberLimits }) {
  const { name } = markets[market];
  const parse = (typed: string): ParsedDraft =>
    typed.trim() === ''
      ? { value: undefined }
      : parseNumber(typed, limits, 1, (fee) => validateSetting(field, { [market]: fee }) !== undefined);
  return (
    <NumberInput
      id={`${controlId(field.name)}-${market}`}
      label={name}
      fullLabel={text('settingsFeeOf', name)}
      unit={unitLabel('percent')}
      placeholder={text('settingsNotSet')}
      draft={{
        stored: formatTypedNumber(readSetting(value, market)),
        parse,
        save: (fee) => save(withEntry(value, market, fee)),
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
