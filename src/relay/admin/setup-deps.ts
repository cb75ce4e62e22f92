import type { EnvironmentVariables } from '#protocol/environment.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { ConfigFile } from '#relay/admin/config-file.ts';
import type { ConfigStore } from '#relay/admin/config-store.ts';
import type { InviteBook } from '#relay/admin/invites.ts';
import type { ProblemList } from '#relay/admin/problems.ts';
import type { PriceApiTest } from '#relay/admin/test-price-api.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import type { ReloadableRelay, ReloadableRelayDeps } from '#relay/api/app.ts';
import type { PriceApi, RelayConfig } from '#relay/config.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

/** What one window has entered so far. It lives in memory until it is saved. */
export interface Draft {
  readonly id: string;
  url: string;
  key?: string | undefined;
  problem?: PageTextKey | undefined;
  test?: PriceApiTest | undefined;
}

export interface SetupStart {
  readonly env: EnvironmentVariables;
  readonly config: RelayConfig;
  readonly deps: ReloadableRelayDeps;
  readonly problems: ProblemList;
  readonly storage: StorageThread;
  readonly history: HistoryService;
  readonly configStore: ConfigStore;
  readonly autostart: AutostartFile | undefined;
  readonly alertBases?: ChannelBases | undefined;
}

type Started = Omit<SetupStart, 'env' | 'deps' | 'alertBases'>;

export interface SetupDeps
  extends Started,
    Pick<ReloadableRelay, 'priceApi' | 'feeds'>,
    Pick<ReloadableRelayDeps, 'limits' | 'now' | 'version'> {
  /** Throws StartError for a configuration with which the relay would not start. */
  readonly checkConfig: (file: ConfigFile) => void;
  readonly alerts: Pick<AlertService, 'status' | 'contents' | 'test' | 'forget'>;
  readonly invites: InviteBook;
  readonly testPriceApi: (priceApi: PriceApi) => Promise<PriceApiTest>;
  /** Whoever knows it may see and change the setup. */
  readonly secret: string;
  readonly relayUrl: () => string;
  /** The port that the relay wanted and another program has. */
  readonly takenPort: () => number | undefined;
}
