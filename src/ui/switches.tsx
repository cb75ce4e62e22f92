import type { Settings } from '#core/settings.ts';
import type { Site } from '#core/site.ts';
import { isSiteOn } from '#core/site-switch.ts';
import type { UpdateSettings } from '#ui/live-settings.ts';

type SiteName = Pick<Site, 'id' | 'name'>;

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  /** Id of the element that describes the switch. */
  readonly describedBy?: string;
}

export const Switch = ({ label, on, onSwitch, describedBy }: SwitchProps) => (
  <label class="switch">
    <span>{label}</span>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a check box has its state natively
      role="switch"
      checked={on}
      aria-describedby={describedBy}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
  </label>
);

/** Returns the change that switches one site on or off, in open tabs as well. */
export const switchSite =
  (id: string, on: boolean) =>
  (settings: Settings): Settings => ({ ...settings, sites: { ...settings.sites, [id]: on } });

interface SitesProps {
  readonly sites: readonly SiteName[];
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

export const SiteSwitches = ({ sites, settings, change }: SitesProps) => (
  <div class="sites">
    {sites.map(({ id, name }) => (
      <Switch key={id} label={name} on={isSiteOn(settings, id)} onSwitch={(on) => change(switchSite(id, on))} />
    ))}
  </div>
);
