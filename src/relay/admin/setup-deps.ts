import type { Activity } from '#relay/admin/activity.ts';
import type { AutostartProblem, AutostartState } from '#relay/admin/autostart.ts';
import type { ConfigFile } from '#relay/admin/config-file.ts';
import type { ConfigStore } from '#relay/admin/config-store.ts';
import type { InviteBook } from '#relay/admin/invites.ts';
import type { SetupHistory } from '#relay/admin/setup-history.ts';
import type { PriceApiTest } from '#relay/admin/test-price-api.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { PriceApi } from '#relay/config.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';
import type { RelayLimits } from '#relay/limits.ts';

/** Whether the user's login starts this relay. */
export interface SetupAutostart {
  /** The file that is written and removed. */
  readonly path: string;
  /** `undefined` while the disk does not say. */
  readonly state: () => Promise<AutostartState | undefined>;
  /** Rejects with StorageError while the disk does not answer. */
  readonly switchTo: (to: 'on' | 'off') => Promise<AutostartProblem | undefined>;
}

/** What the setup and status page shows and changes. */
export interface SetupDeps {
  readonly store: ConfigStore;
  /** Throws StartError for a configuration with which the relay would not start. */
  readonly checkConfig: (file: ConfigFile) => void;
  /** The price API in use; `undefined` while the prices are samples. */
  readonly priceApi: () => PriceApi | undefined;
  readonly isPriceApiFixed: boolean;
  /** Hosts to which the key may go without encryption. */
  readonly plainHttpHosts: readonly string[];
  readonly hasTokens: boolean;
  /** Whether only this machine reaches the relay. */
  readonly isLoopback: boolean;
  readonly feeds: () => Feeds;
  readonly history: SetupHistory;
  readonly alerts: Pick<AlertService, 'status' | 'test'>;
  readonly activity: Activity;
  readonly invites: InviteBook;
  readonly limits: RelayLimits;
  readonly testPriceApi: (priceApi: PriceApi) => Promise<PriceApiTest>;
  readonly now: () => number;
  /** Whoever knows it may see and change the setup. */
  readonly secret: string;
  /** Starts the relay at login; `undefined` where that is not known. */
  readonly autostart: SetupAutostart | undefined;
  /** The relay's own address, once it listens. */
  readonly relayUrl: () => string;
  /** The port that the relay wanted and another program has. */
  readonly takenPort: () => number | undefined;
}
