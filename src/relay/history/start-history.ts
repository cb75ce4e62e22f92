import type { RelayConfig } from '#relay/config.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { createHistoryService, type HistoryService, type HistoryStatus } from '#relay/history/service.ts';
import { halfHourOf } from '#relay/history/time.ts';
import type { ReloadableRelayDeps } from '#relay/reloadable-relay.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

type HistoryConfig = Pick<RelayConfig, 'databaseFile' | 'recordsHistory' | 'historyMarkets'>;

/** A history that follows the configuration while the relay runs. */
export interface ReloadableHistory {
  /** `undefined` while it is off. */
  readonly service: () => HistoryService | undefined;
  /** Of the database as well, which is there while the history is off. */
  readonly status: () => Promise<HistoryStatus>;
  readonly config: () => HistoryConfig;
  /** Takes a changed configuration up: on or off, other markets. */
  readonly follow: (config: HistoryConfig) => void;
}

/** Starts the history of a relay. */
export function startHistory(
  config: HistoryConfig,
  storage: StorageThread,
  {
    compressor,
    limits,
    ...deps
  }: Pick<ReloadableRelayDeps, 'compressor' | 'limits' | 'now' | 'monotonicMs' | 'reportProblem'>,
): ReloadableHistory {
  const start = (): HistoryService | undefined =>
    config.recordsHistory
      ? createHistoryService({
          ...deps,
          storage,
          markets: () => config.historyMarkets,
          createSnapshot: snapshotFactory(compressor, limits.maxDictionaries, 'changes-'),
        })
      : undefined;
  let service = start();
  return {
    service: () => service,
    status: async () => {
      if (service) return service.status();
      const stored = await storage.ask('status', halfHourOf(deps.now()));
      return { ...stored, clock: undefined, removed: 0, lostMonths: 0 };
    },
    config: () => config,
    follow(next) {
      const hasChanged = next.recordsHistory !== config.recordsHistory;
      config = next;
      if (hasChanged) service = start();
    },
  };
}
