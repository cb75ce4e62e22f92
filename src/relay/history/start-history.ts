import { withTimeout } from '#core/asks/timeout.ts';
import type { ReloadableRelayDeps } from '#relay/api/app.ts';
import type { RelayConfig } from '#relay/config.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { createHistoryService, type HistoryStatus } from '#relay/history/service.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

export type StartedHistory = ReturnType<typeof startHistory>;

/** How long a status waits for the thread, in ms. The end of a day keeps it busy for seconds. */
const statusWaitMs = 500;

export function startHistory(
  { recordsHistory, historyMarkets: markets }: Pick<RelayConfig, 'recordsHistory' | 'historyMarkets'>,
  storage: StorageThread,
  {
    compressor,
    limits,
    ...deps
  }: Pick<ReloadableRelayDeps, 'compressor' | 'limits' | 'now' | 'monotonicMs' | 'reportProblem'>,
) {
  const createSnapshot = snapshotFactory(compressor, limits.maxDictionaries, 'changes-');
  const service = createHistoryService({ ...deps, storage, markets, createSnapshot });
  let lastStatus: HistoryStatus | undefined;
  const askStatus = async (): Promise<HistoryStatus> => {
    lastStatus = await service.status();
    return lastStatus;
  };
  return {
    service: recordsHistory ? service : undefined,
    /** Of the database as well, which is there while the history is off. The last known one while the thread is busy. */
    status: () => withTimeout(askStatus(), statusWaitMs).catch(() => lastStatus),
  };
}
