import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type SettingControl, type SettingSection, settingSections } from '#core/setting-controls.ts';
import { currencyCodes } from '#core/setting-currencies.ts';
import { isSettingShown, readSetting, type SettingField, settingFields, withSetting } from '#core/setting-fields.ts';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { Backup } from '#popup/settings/backup-section.tsx';
import { CoinSuggestion } from '#popup/settings/coin-suggestion.tsx';
import { FeeTable } from '#popup/settings/fee-table.tsx';
import { MarketList } from '#popup/settings/market-list.tsx';
import { Privacy } from '#popup/settings/privacy-section.tsx';
import { RateTable } from '#popup/settings/rate-table.tsx';
import {
  ChoiceControl,
  type ControlProps,
  NumberSetting,
  SelectControl,
  SwitchControl,
} from '#popup/settings/setting-inputs.tsx';
import { sectionTitle } from '#popup/settings/setting-words.ts';
import { ShortcutList } from '#popup/settings/shortcut-list.tsx';
import type { Change } from '#ui/live-settings.ts';
import { SiteSwitches } from '#ui/switches.tsx';
import { text } from '#ui/text.ts';

interface SettingsProps {
  readonly deps: PopupDeps;
  readonly settings: Settings;
  readonly change: Change;
  /** The relay's form. */
  readonly relay: ComponentChildren;
  /** The relay needs the user: its part opens by itself. */
  readonly relayAsks: boolean;
}

/** All settings, section by section, from the schema's own descriptions. */
export const SettingsSection = (props: SettingsProps) => (
  <section class="settings" aria-labelledby="settings">
    <h2 id="settings">{text('settingsTitle')}</h2>
    {settingSections.map((section) => (
      <Group key={section} title={sectionTitle(section)} opens={section === 'relay' && props.relayAsks}>
        {() => <SectionBody section={section} {...props} />}
      </Group>
    ))}
    <Group title={text('privacyTitle')} lazy>
      {() => <Privacy deps={props.deps} shell={props.deps.shell} settings={props.settings} />}
    </Group>
    <Group title={text('backupTitle')}>
      {() => <Backup shell={props.deps.shell} settings={props.settings} change={props.change} />}
    </Group>
  </section>
);

interface GroupProps {
  readonly title: string;
  /** Opens by itself, once. */
  readonly opens?: boolean;
  /** What is inside asks the browser or the worker, so it is there only once somebody looked. */
  readonly lazy?: boolean;
  readonly children: () => ComponentChildren;
}

/** A part that opens and closes. */
function Group({ title, opens = false, lazy = false, children }: GroupProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const [seen, setSeen] = useState(!lazy);
  useEffect(() => {
    if (opens && element.current) element.current.open = true;
  }, [opens]);
  return (
    <details ref={element} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>{title}</summary>
      <div class="fields">{seen && children()}</div>
    </details>
  );
}

/** The fields of a section, and what belongs to them without being a setting. */
function SectionBody({ section, ...props }: SettingsProps & { readonly section: SettingSection }) {
  const { deps, settings, change, relay } = props;
  const fields = settingFields.filter((field) => field.section === section && isSettingShown(field, settings));
  const set = (name: string) => (value: unknown) => change((now) => withSetting(now, name, value));
  return (
    <>
      {section === 'relay' && relay}
      {fields.map((field) => (
        <Setting
          key={field.name}
          field={field}
          settings={settings}
          keep={set(field.name)}
          deps={deps}
          change={change}
        />
      ))}
      {section === 'coins' && <CoinSuggestion deps={deps} settings={settings} use={set('coinUsd')} />}
      {section === 'shortcuts' && <ShortcutList shell={deps.shell} />}
    </>
  );
}

interface SettingProps extends Pick<SettingsProps, 'deps' | 'settings' | 'change'> {
  readonly field: SettingField;
  readonly keep: (value: unknown) => unknown;
}

/** One setting by the kind of its control. */
function Setting({ field, settings, keep, deps, change }: SettingProps) {
  const { control } = field;
  if (control.kind === 'sites') return <SiteSwitches sites={deps.sites} settings={settings} change={change} />;
  const props = { field, value: readSetting(settings, field.name), keep, after: deps.shell.after };
  return drawControl(control, props, settings);
}

function drawControl(control: SettingControl, props: ControlProps, settings: Settings) {
  switch (control.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} options={control.options} />;
    case 'number':
      return <NumberSetting {...props} control={control} />;
    case 'currency':
      return <SelectControl {...props} options={offeredCodes(settings)} />;
    case 'markets':
      return <MarketList {...props} />;
    case 'fees':
      return <FeeTable {...props} limits={control.limits} />;
    case 'rates':
      return <RateTable {...props} limits={control.limits} />;
    default:
      return null;
  }
}

/** The known currencies, those that the user has rates for, and what is chosen, whatever it is. */
const offeredCodes = ({ currency, rates }: Settings): readonly string[] =>
  [...new Set([...currencyCodes, ...Object.keys(rates), currency.code])].sort();
