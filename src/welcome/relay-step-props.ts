import type { RelaySettings } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { UpdateSettings } from '#ui/pages/live-settings.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

export interface RelayStepProps {
  readonly deps: WelcomeDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  /** Shows the next step. */
  readonly goOn: () => void;
}

export interface RelayWayProps extends Pick<RelayStepProps, 'deps' | 'settings' | 'goOn'> {
  /** Saves a relay that works, and loads its prices. The answer is whether it was saved. */
  readonly use: (relay: RelaySettings) => Promise<boolean>;
}
