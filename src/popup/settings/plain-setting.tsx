import { currencyCodes } from '#core/currencies.ts';
import { referenceMarkets, references } from '#core/markets.ts';
import {
  isSettingShown,
  readSetting,
  type SettingField,
  type SettingName,
  type Settings,
  settingFields,
  withSetting,
} from '#core/settings.ts';
import { MarketList } from '#popup/settings/market-list.tsx';
import { SellingMarkets } from '#popup/settings/selling-markets.tsx';
import {
  ChoiceControl,
  type ControlProps,
  NumberSetting,
  SelectControl,
  SwitchControl,
} from '#popup/settings/setting-inputs.tsx';
import { optionsOf } from '#popup/settings/setting-words.ts';
import type { Shell } from '#popup/shell.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';

interface PlainSettingProps {
  readonly field: SettingField;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly shell: Pick<Shell, 'after'>;
}

/** The fields that are shown with these settings, of those that a view chooses. */
export const shownFields = (settings: Settings, isChosen: (field: SettingField) => boolean): readonly SettingField[] =>
  settingFields.filter((field) => isChosen(field) && isSettingShown(field, settings));

/** Returns a function that stores a setting. */
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
      return <ChoiceControl {...props} options={optionsOf(control.options)} />;
    case 'reference':
      return <ChoiceControl {...props} options={referenceMarkets.map((id) => [id, references[id].name] as const)} />;
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

/** The known currencies, those with a rate of the user, and the chosen one. */
const currencyOptions = ({ currency, rates }: Settings): readonly string[] =>
  [...new Set([...currencyCodes(), ...Object.keys(rates), currency.code])].sort();
