import type { RelayConfig } from '#relay/config.ts';
import { createHistoryService, type HistoryService } from '#relay/history/service.ts';
import { createHistoryThread } from '#relay/history/thread.ts';
import type { LiveRelay, LiveRelayParts } from '#relay/live-relay.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';

type HistoryConfig = Pick<RelayConfig, 'historyFile' | 'historyMarkets'>;

/** A history that follows the configuration while the relay runs. */
export interface LiveHistory {
  /** `undefined` while it is off. */
  readonly service: () => HistoryService | undefined;
  readonly config: () => HistoryConfig;
  /** Takes a changed configuration up: another file, on or off, other markets. */
  readonly follow: (config: HistoryConfig) => void;
  readonly close: () => Promise<void>;
}

/** Time from the start of the relay to its first look, ms: by then it listens. */
const firstLookMs = 1000;

/** Starts the history of a relay on Node. `live` is called once the relay runs. */
export function startHistory(
  config: HistoryConfig,
  { now, compressor, limits, reportProblem }: Omit<LiveRelayParts, 'history'>,
  live: () => LiveRelay,
): LiveHistory {
  const start = (file: string | undefined): HistoryService | undefined =>
    file === undefined
      ? undefined
      : createHistoryService({
          thread: createHistoryThread(file),
          feeds: () => (live().isSample() ? undefined : live().feeds()),
          markets: () => config.historyMarkets,
          createSnapshot: snapshotFactory(compressor, limits.maxDictionaries, 'changes-'),
          now,
          reportProblem,
          onTick: (work) => {
            // The relay that somebody has just started has a history at once.
            const first = setTimeout(work, Math.min(firstLookMs, limits.historyPollMs)).unref();
            const timer = setInterval(work, limits.historyPollMs).unref();
            return () => {
              clearTimeout(first);
              clearInterval(timer);
            };
          },
        });
  const closing: (Promise<void> | undefined)[] = [];
  let service = start(config.historyFile);
  return {
    service: () => service,
    config: () => config,
    follow(next) {
      const { historyFile } = config;
      config = next;
      if (next.historyFile === historyFile) return;
      closing.push(service?.close());
      service = start(next.historyFile);
    },
    close: async () => void (await Promise.all([...closing, service?.close()])),
  };
}
