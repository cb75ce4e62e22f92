import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { ConfigFile } from '#relay/admin/config-file.ts';
import type { ConfigStore } from '#relay/admin/config-store.ts';
import type { InviteBook } from '#relay/admin/invites.ts';
import type { ProblemList } from '#relay/admin/problems.ts';
import type { PriceApiTest } from '#relay/admin/test-price-api.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { PriceApi, RelayConfig } from '#relay/config.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

/** What one window has entered so far. It lives in memory until it is saved. */
export interface Draft {
  readonly id: string;
  url: string;
  key?: string | undefined;
  problem?: PageTextKey | undefined;
  test?: PriceApiTest | undefined;
}

export interface SetupDeps {
  readonly config: Pick<
    RelayConfig,
    'isPriceApiFixed' | 'plainHttpHosts' | 'tokens' | 'isLoopback' | 'databaseFile' | 'recordsHistory'
  >;
  readonly store: ConfigStore;
  /** Throws StartError for a configuration with which the relay would not start. */
  readonly checkConfig: (file: ConfigFile) => void;
  readonly priceApi: () => PriceApi | undefined;
  readonly feeds: () => Feeds;
  readonly history: Pick<HistoryService, 'status'>;
  readonly alerts: Pick<AlertService, 'status' | 'test' | 'forget'>;
  readonly problems: ProblemList;
  readonly invites: InviteBook;
  readonly limits: RelayLimits;
  readonly testPriceApi: (priceApi: PriceApi) => Promise<PriceApiTest>;
  readonly now: () => number;
  readonly version: string;
  /** Whoever knows it may see and change the setup. */
  readonly secret: string;
  readonly autostart: AutostartFile | undefined;
  readonly disk: Pick<StorageThread, 'ask'>;
  readonly relayUrl: () => string;
  /** The port that the relay wanted and another program has. */
  readonly takenPort: () => number | undefined;
}
