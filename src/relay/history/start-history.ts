import type { NodeConfig } from '#relay/config.ts';
import { createHistoryService, type HistoryService } from '#relay/history/service.ts';
import { createHistoryThread } from '#relay/history/thread.ts';
import type { LiveRelay, LiveRelayParts } from '#relay/live-relay.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';

/** Starts the history of a relay on Node; `undefined` when it is off. `live` is called once the relay runs. */
export function startHistory(
  { historyFile, historyMarkets }: Pick<NodeConfig, 'historyFile' | 'historyMarkets'>,
  { now, compressor, limits, reportProblem }: Omit<LiveRelayParts, 'history'>,
  live: () => LiveRelay,
): HistoryService | undefined {
  if (historyFile === undefined) return undefined;
  return createHistoryService({
    thread: createHistoryThread(historyFile),
    feeds: () => (live().isSample() ? undefined : live().feeds()),
    markets: () => historyMarkets,
    createSnapshot: snapshotFactory(compressor, limits.maxDictionaries, 'changes-'),
    now,
    reportProblem,
    onTick: (work) => {
      const timer = setInterval(work, limits.historyPollMs).unref();
      return () => clearInterval(timer);
    },
  });
}
