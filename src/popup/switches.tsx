import { isSiteOn, type Settings } from '#core/settings.ts';
import type { Site } from '#core/site.ts';
import type { Change } from '#popup/live.ts';

type SiteName = Pick<Site, 'id' | 'name'>;

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** A check box that looks like what it is: on or off, at once. */
export const Switch = ({ label, on, onSwitch }: SwitchProps) => (
  <label class="switch">
    <span>{label}</span>
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a check box tells its state by itself */}
    <input type="checkbox" role="switch" checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />
  </label>
);

/** Switches one site's overlays on or off, in open tabs as well. */
export const switchSite =
  (id: string, on: boolean) =>
  (settings: Settings): Settings => ({ ...settings, sites: { ...settings.sites, [id]: on } });

interface SitesProps {
  readonly sites: readonly SiteName[];
  readonly settings: Settings;
  readonly change: Change;
}

/** One switch per marketplace. */
export const SitesSection = ({ sites, settings, change }: SitesProps) => (
  <fieldset class="sites">
    <legend>Marketplaces</legend>
    {sites.map(({ id, name }) => (
      <Switch key={id} label={name} on={isSiteOn(settings, id)} onSwitch={(on) => change(switchSite(id, on))} />
    ))}
  </fieldset>
);

const themes = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const satisfies Record<Settings['theme'], string>;

/** Light, dark, or as the browser has it. */
export const ThemeSection = ({ settings, change }: Omit<SitesProps, 'sites'>) => (
  <fieldset class="theme">
    <legend>Appearance</legend>
    {themeIds.map((theme) => (
      <label key={theme}>
        <input
          type="radio"
          name="theme"
          checked={settings.theme === theme}
          onChange={() => change((before) => ({ ...before, theme }))}
        />
        <span>{themes[theme]}</span>
      </label>
    ))}
  </fieldset>
);

const themeIds = ['auto', 'light', 'dark'] as const;
