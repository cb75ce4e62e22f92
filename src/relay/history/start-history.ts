import { withTimeout } from '#core/asks/timeout.ts';
import type { ReloadableRelayDeps } from '#relay/api/app.ts';
import type { RelayConfig } from '#relay/config.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { createHistoryService, type HistoryStatus } from '#relay/history/service.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

type HistoryConfig = Pick<
  RelayConfig,
  'databaseFile' | 'recordsHistory' | 'isHistoryFileFixed' | 'historyMarkets' | 'areHistoryMarketsFixed'
>;

/** A history that follows the configuration while the relay runs. */
export type ReloadableHistory = ReturnType<typeof startHistory>;

/** How long a status waits for the thread, in ms. The end of a day keeps it busy for seconds. */
const statusWaitMs = 500;

export function startHistory(
  config: HistoryConfig,
  storage: StorageThread,
  {
    compressor,
    limits,
    ...deps
  }: Pick<ReloadableRelayDeps, 'compressor' | 'limits' | 'now' | 'monotonicMs' | 'reportProblem'>,
) {
  const service = createHistoryService({
    ...deps,
    storage,
    markets: () => config.historyMarkets,
    createSnapshot: snapshotFactory(compressor, limits.maxDictionaries, 'changes-'),
  });
  let lastStatus: HistoryStatus | undefined;
  const askStatus = async (): Promise<HistoryStatus> => {
    lastStatus = await service.status();
    return lastStatus;
  };
  return {
    /** `undefined` while it is off. */
    service: () => (config.recordsHistory ? service : undefined),
    /** Of the database as well, which is there while the history is off. The last known one while the thread is busy. */
    status: () => withTimeout(askStatus(), statusWaitMs).catch(() => lastStatus),
    config: () => config,
    /** Takes a changed configuration up: on or off, other markets. */
    follow(next: HistoryConfig): void {
      config = next;
    },
  };
}
