import { withTimeout } from '#core/timeout.ts';
import type { RelayConfig } from '#relay/config.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { createHistoryService, type HistoryService, type HistoryStatus } from '#relay/history/service.ts';
import { halfHourOf } from '#relay/history/time.ts';
import type { ReloadableRelayDeps } from '#relay/reloadable-relay.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

type HistoryConfig = Pick<
  RelayConfig,
  'databaseFile' | 'recordsHistory' | 'isHistoryFileFixed' | 'historyMarkets' | 'areHistoryMarketsFixed'
>;

/** A history that follows the configuration while the relay runs. */
export type ReloadableHistory = ReturnType<typeof startHistory>;

/** How long a status waits for the thread, in ms. An import keeps it busy for seconds. */
const statusWaitMs = 500;

/** Starts the history of a relay. */
export function startHistory(
  config: HistoryConfig,
  storage: StorageThread,
  {
    compressor,
    limits,
    ...deps
  }: Pick<ReloadableRelayDeps, 'compressor' | 'limits' | 'now' | 'monotonicMs' | 'reportProblem'>,
) {
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
  let lastStatus: HistoryStatus | undefined;
  const askStatus = async (): Promise<HistoryStatus> => {
    const idle = { clock: undefined, removed: 0, lostMonths: 0 };
    lastStatus = service
      ? await service.status()
      : { ...(await storage.ask('status', halfHourOf(deps.now()))), ...idle };
    return lastStatus;
  };
  return {
    /** `undefined` while it is off. */
    service: () => service,
    /** Of the database as well, which is there while the history is off. The last known one while the thread is busy. */
    status: () => withTimeout(askStatus(), statusWaitMs).catch(() => lastStatus),
    config: () => config,
    /** Takes a changed configuration up: on or off, other markets. */
    follow(next: HistoryConfig): void {
      const hasChanged = next.recordsHistory !== config.recordsHistory;
      config = next;
      if (hasChanged) service = start();
    },
  };
}
