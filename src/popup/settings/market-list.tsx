import { useEffect, useRef, useState } from 'preact/hooks';
import { currencyCodes } from '#core/money/money.ts';
import { sellingMarkets } from '#core/prices/exit-value.ts';
import {
  isMarketId,
  loadedMarkets,
  type MarketId,
  marketIds,
  marketNames,
  referenceMarkets,
} from '#core/prices/markets.ts';
import {
  isSettingShown,
  readSetting,
  type SettingField,
  type SettingName,
  type Settings,
  settingFields,
  withSetting,
} from '#core/settings/settings.ts';
import type { PopupDeps, Shell } from '#popup/deps.ts';
import {
  ChoiceControl,
  type ControlProps,
  controlId,
  Hint,
  NumberSetting,
  SelectControl,
  SwitchControl,
} from '#popup/settings/setting-inputs.tsx';
import { optionsOf, sectionTitle, settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { MarketsProgress, Problem, SignButton } from '#ui/forms/parts.tsx';
import type { SettingsProps, UpdateSettings } from '#ui/pages/live-settings.ts';
import { text } from '#ui/words/text.ts';

interface PlainSettingProps extends SettingsProps {
  readonly field: SettingField;
  readonly shell: Pick<Shell, 'after'>;
}

export const shownFields = (settings: Settings, isChosen: (field: SettingField) => boolean): readonly SettingField[] =>
  settingFields.filter((field) => isChosen(field) && isSettingShown(field, settings));

export const saveSetting = (change: UpdateSettings, name: SettingName) => (value: unknown) =>
  change((now) => withSetting(now, name, value));

/** A setting with a control of a few lines; nothing for the others, which stand on the page of all settings. */
export function PlainSetting({ field, settings, change, shell }: PlainSettingProps) {
  const { control, name } = field;
  const value = readSetting(settings, name);
  const props: ControlProps = { field, value, save: saveSetting(change, name), after: shell.after };
  switch (control.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} options={optionsOf(name, control)} />;
    case 'reference':
      return <ChoiceControl {...props} options={referenceMarkets.map((id) => [id, marketNames[id]] as const)} />;
    case 'number':
      return <NumberSetting {...props} control={control} />;
    case 'currency':
      return <SelectControl {...props} codes={currencyOptions(settings)} />;
    case 'markets':
      return <MarketList {...props} />;
    case 'selling':
      return <SellingMarkets {...props} compared={settings.markets} />;
    default:
      return null;
  }
}

const currencyOptions = ({ currency, rates }: Settings): readonly string[] =>
  [...new Set([...currencyCodes(), ...Object.keys(rates), currency.code])].sort();

/** The compared markets at which the user sells; none chosen: all of them. */
function SellingMarkets({
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
      {sellingMarkets(compared).map((id) => (
        <label key={id}>
          <input
            type="checkbox"
            aria-label={`${settingLabel(name)}: ${marketNames[id]}`}
            checked={chosen.includes(id)}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
          <span>{marketNames[id]}</span>
        </label>
      ))}
      <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
    </fieldset>
  );
}

function MarketList({ field: { name }, value, save }: ControlProps) {
  const chosen = readMarkets(value);
  const [problem, setProblem] = useState('');
  const [moved, setMoved] = useState<MarketMove>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => focusMoved(list.current, moved), [moved]);
  const choose = (id: MarketId, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((other) => other !== id);
    setProblem(next.length === 0 ? text('settingsMarketsNone') : '');
    if (next.length > 0) save(next);
  };
  const move = (id: MarketId, by: -1 | 1) => {
    save(moveBy(chosen, id, by));
    setMoved({ id, by });
  };
  return (
    <fieldset class="markets" aria-describedby={`${controlId(name)}-hint`}>
      <legend>{settingLabel(name)}</legend>
      <ul ref={list}>
        {[...chosen, ...marketIds.filter((id) => !chosen.includes(id))].map((id) => (
          <MarketRow key={id} id={id} place={chosen.indexOf(id)} of={chosen.length} choose={choose} move={move} />
        ))}
      </ul>
      <Problem id={controlId(name)} problem={problem} />
      <p class="visually-hidden" role="status">
        {moved && text('settingsMarketsMoved', marketNames[moved.id], String(chosen.indexOf(moved.id) + 1))}
      </p>
      <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
    </fieldset>
  );
}

interface MarketMove {
  readonly id: MarketId;
  readonly by: -1 | 1;
}

const readMarkets = (value: unknown): readonly MarketId[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').filter(isMarketId) : [];

export function moveBy(chosen: readonly MarketId[], id: MarketId, by: -1 | 1): readonly MarketId[] {
  const from = chosen.indexOf(id);
  const other = chosen[from + by];
  if (from < 0 || other === undefined) return chosen;
  return chosen.map((market) => (market === id ? other : market === other ? id : market));
}

/** Restores the focus that a moved row loses: to its pressed button, or to the other one if that is disabled. */
function focusMoved(list: HTMLElement | null, moved: MarketMove | undefined): void {
  const buttons = moved && list?.querySelectorAll<HTMLButtonElement>(`[data-market="${moved.id}"] button`);
  const [up, down] = buttons ? [...buttons] : [];
  const pressed = moved?.by === -1 ? up : down;
  const other = moved?.by === -1 ? down : up;
  (pressed?.disabled ? other : pressed)?.focus();
}

interface MarketRowProps {
  readonly id: MarketId;
  /** Index among the chosen markets; -1 when it is not chosen. */
  readonly place: number;
  readonly of: number;
  readonly choose: (id: MarketId, on: boolean) => void;
  readonly move: (id: MarketId, by: -1 | 1) => void;
}

function MarketRow({ id, place, of, choose, move }: MarketRowProps) {
  const name = marketNames[id];
  const isChosen = place >= 0;
  return (
    <li data-market={id}>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={text('settingsMarketPrices', name)}
          onClick={(event) => {
            // The last market stays chosen, so its box stays checked.
            if (isChosen && of === 1) event.preventDefault();
            choose(id, !isChosen);
          }}
        />
        <span>{name}</span>
      </label>
      {isChosen && (
        <>
          <SignButton sign="↑" label={text('settingsMarketUp', name)} off={place === 0} onPress={() => move(id, -1)} />
          <SignButton
            sign="↓"
            label={text('settingsMarketDown', name)}
            off={place === of - 1}
            onPress={() => move(id, 1)}
          />
        </>
      )}
    </li>
  );
}

interface DailySettingsProps extends SettingsProps {
  readonly deps: Pick<PopupDeps, 'shell'>;
  readonly waiting: readonly MarketId[];
}

export function DailySettings({ deps, settings, change, waiting }: DailySettingsProps) {
  const fields = shownFields(settings, ({ daily }) => daily === true);
  const isList = ({ control }: (typeof fields)[number]) => control.kind === 'markets';
  const draw = (field: (typeof fields)[number]) => (
    <PlainSetting key={field.name} field={field} settings={settings} change={change} shell={deps.shell} />
  );
  return (
    <section class="settings daily" aria-label={text('settingsTitle')}>
      <div class="fields">
        <details>
          <summary>
            {sectionTitle('markets')} <span class="muted">{firstMarkets(settings.markets)}</span>
          </summary>
          {fields.filter(isList).map(draw)}
        </details>
        {fields.filter((field) => !isList(field)).map(draw)}
        {/* Last, because it comes and goes: what is above must not move from under a click. */}
        <MarketsProgress chosen={loadedMarkets(settings.markets, settings.overlay)} waiting={waiting} />
      </div>
    </section>
  );
}

/** The first markets by their names, and how many more there are: the popup is 600 px high at most. */
function firstMarkets(chosen: readonly MarketId[]): string {
  const names = chosen.slice(0, 3).map((id) => marketNames[id]);
  return names.join(', ') + (chosen.length > 3 ? ` +${chosen.length - 3}` : '');
}
