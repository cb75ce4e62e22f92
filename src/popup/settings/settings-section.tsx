import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type MarketId, referenceMarkets, referenceNames } from '#core/markets.ts';
import { type SettingControl, type SettingSection, settingSections } from '#core/setting-controls.ts';
import { currencyCodes } from '#core/setting-currencies.ts';
import {
  isSettingShown,
  readSetting,
  type SettingField,
  type SettingName,
  type Settings,
  settingFields,
  withSetting,
} from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { BackupSection } from '#popup/settings/backup-section.tsx';
import { CoinSuggestion } from '#popup/settings/coin-suggestion.tsx';
import { CoinTable } from '#popup/settings/coin-table.tsx';
import { FeeTable } from '#popup/settings/fee-table.tsx';
import { MarketList } from '#popup/settings/market-list.tsx';
import { PrivacySection } from '#popup/settings/privacy-section.tsx';
import { RateTable } from '#popup/settings/rate-table.tsx';
import { SellingMarkets } from '#popup/settings/selling-markets.tsx';
import {
  ChoiceControl,
  type ControlProps,
  NumberSetting,
  SelectControl,
  SwitchControl,
} from '#popup/settings/setting-inputs.tsx';
import { optionsOf, sectionTitle } from '#popup/settings/setting-words.ts';
import { ShortcutList } from '#popup/settings/shortcut-list.tsx';
import { CustomSites, SiteSwitches } from '#popup/settings/site-switches.tsx';
import type { UpdateSettings } from '#ui/live-settings.ts';
import { MarketsProgress } from '#ui/markets-progress.tsx';
import { text } from '#ui/text.ts';

interface SettingsSectionProps {
  readonly deps: PopupDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly relayForm: ComponentChildren;
  /** Opens the relay's group when it becomes true. */
  readonly relayFails: boolean;
  /** The chosen markets that are not loaded yet. */
  readonly waiting: readonly MarketId[];
}

/** All settings, section by section, as the schema describes them. */
export const SettingsSection = (props: SettingsSectionProps) => (
  <section class="settings" aria-labelledby="settings">
    <h2 id="settings">{text('settingsTitle')}</h2>
    {settingSections.map((section) => (
      <SettingsGroup key={section} title={sectionTitle(section)} opensItself={section === 'relay' && props.relayFails}>
        {() => <SectionBody section={section} {...props} />}
      </SettingsGroup>
    ))}
    <SettingsGroup title={text('privacyTitle')} lazy>
      {() => <PrivacySection deps={props.deps} shell={props.deps.shell} settings={props.settings} />}
    </SettingsGroup>
    <SettingsGroup title={text('backupTitle')}>
      {() => (
        <BackupSection ask={props.deps.ask} shell={props.deps.shell} settings={props.settings} change={props.change} />
      )}
    </SettingsGroup>
  </section>
);

interface SettingsGroupProps {
  readonly title: string;
  /** Opens the group when it becomes true. */
  readonly opensItself?: boolean;
  /** Renders the content only after the first opening, because it sends requests. */
  readonly lazy?: boolean;
  readonly children: () => ComponentChildren;
}

function SettingsGroup({ title, opensItself = false, lazy = false, children }: SettingsGroupProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const [rendered, setRendered] = useState(!lazy);
  useEffect(() => {
    if (opensItself && element.current) element.current.open = true;
  }, [opensItself]);
  return (
    <details ref={element} onToggle={(event) => event.currentTarget.open && setRendered(true)}>
      <summary>{title}</summary>
      <div class="fields">{rendered && children()}</div>
    </details>
  );
}

/** The fields of a section, and its parts that are no settings. */
function SectionBody({ section, ...props }: SettingsSectionProps & { readonly section: SettingSection }) {
  const { deps, settings, change, relayForm, waiting } = props;
  const fields = settingFields.filter((field) => field.section === section && isSettingShown(field, settings));
  const set = (name: SettingName) => (value: unknown) => change((now) => withSetting(now, name, value));
  return (
    <>
      {section === 'relay' && relayForm}
      {fields.map((field) => (
        <Fragment key={field.name}>
          <Setting field={field} settings={settings} save={set(field.name)} deps={deps} change={change} />
          {field.control.kind === 'markets' && <MarketsProgress chosen={settings.markets} waiting={waiting} />}
        </Fragment>
      ))}
      {section === 'coins' && <CoinSuggestion deps={deps} settings={settings} use={set('coinUsd')} />}
      {section === 'shortcuts' && <ShortcutList shell={deps.shell} />}
    </>
  );
}

interface SettingProps extends Pick<SettingsSectionProps, 'deps' | 'settings' | 'change'> {
  readonly field: SettingField;
  readonly save: (value: unknown) => unknown;
}

function Setting({ field, settings, save, deps, change }: SettingProps) {
  const { control } = field;
  if (control.kind === 'sites') return <SiteSwitches deps={deps} settings={settings} change={change} />;
  if (control.kind === 'coins')
    return <CoinTable deps={deps} settings={settings} change={change} limits={control.limits} />;
  if (control.kind === 'fees')
    return (
      <FeeTable
        field={field}
        value={readSetting(settings, field.name)}
        save={save}
        after={deps.shell.after}
        settings={settings}
        change={change}
        now={deps.now()}
      />
    );
  if (control.kind === 'custom-sites') return <CustomSites deps={deps} settings={settings} change={change} />;
  const props = { field, value: readSetting(settings, field.name), save, after: deps.shell.after };
  return settingControl(control, props, settings);
}

function settingControl(control: SettingControl, props: ControlProps, settings: Settings) {
  switch (control.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} options={optionsOf(control.options)} />;
    case 'reference':
      return <ChoiceControl {...props} options={referenceMarkets.map((id) => [id, referenceNames[id]] as const)} />;
    case 'number':
      return <NumberSetting {...props} control={control} />;
    case 'currency':
      return <SelectControl {...props} codes={currencyOptions(settings)} />;
    case 'markets':
      return <MarketList {...props} />;
    case 'selling':
      return <SellingMarkets {...props} compared={settings.markets} />;
    case 'rates':
      return <RateTable {...props} limits={control.limits} />;
    default:
      return null;
  }
}

/** The known currencies, those with a rate of the user, and the chosen one. */
const currencyOptions = ({ currency, rates }: Settings): readonly string[] =>
  [...new Set([...currencyCodes, ...Object.keys(rates), currency.code])].sort();
