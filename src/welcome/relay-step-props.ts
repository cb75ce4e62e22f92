import type { RelaySettings } from '#core/settings/relay-address.ts';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';

export interface RelayStepProps extends SettingsProps {
  readonly deps: WelcomeDeps;
  /** Shows the next step. */
  readonly goOn: () => void;
}

export interface RelayWayProps extends Pick<RelayStepProps, 'deps' | 'settings' | 'goOn'> {
  /** Saves a relay that works, and loads its prices. The answer is whether it was saved. */
  readonly use: (relay: RelaySettings) => Promise<boolean>;
}
