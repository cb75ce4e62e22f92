import { sellingMarkets } from '#core/exit-value.ts';
import { type MarketId, markets } from '#core/markets.ts';
import { type ControlProps, controlId, Hint } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel } from '#popup/settings/setting-words.ts';

/** The compared markets at which the user sells; none chosen: all of them. */
export function SellingMarkets({
  field: { name },
  value,
  save,
  compared,
}: ControlProps & { readonly compared: readonly MarketId[] }) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const choose = (id: MarketId, on: boolean) => save(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset class="choice" aria-describedby={`${controlId(name)}-hint`}>
      <legend>{settingLabel(name)}</legend>
      {sellingMarkets({ compared, chosen: [] }).map((id) => (
        <label key={id}>
          <input
            type="checkbox"
            aria-label={`${settingLabel(name)}: ${markets[id].name}`}
            checked={chosen.includes(id)}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
          <span>{markets[id].name}</span>
        </label>
      ))}
      <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
    </fieldset>
  );
}
