import { withTimeout } from '#core/timeout.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import type { ConfigFile } from '#relay/admin/config-file.ts';
import type { HistoryStatus } from '#relay/history/service.ts';
import type { ReloadableHistory } from '#relay/history/start-history.ts';

/** The history as the setup page shows and changes it. */
export interface SetupHistory extends Pick<ReloadableHistory, 'service' | 'config'> {
  /** The present status, or the last known one while the thread is busy. */
  readonly status: () => Promise<HistoryStatus | undefined>;
  /** Whether the environment says where the history is, or that there is none. */
  readonly isFileFixed: boolean;
  /** Whether the environment says which markets are recorded. */
  readonly areMarketsFixed: boolean;
}

/** Whether a configuration file names a place for the history; switching the history off would lose it. */
export const hasHistoryFile = ({ history }: ConfigFile): boolean => history !== undefined && history !== 'off';

/** How long the page waits for the thread, in ms. An import keeps it busy for seconds. */
const statusWaitMs = 500;

export function createSetupHistory(history: ReloadableHistory, env: EnvironmentVariables): SetupHistory {
  let known: HistoryStatus | undefined;
  return {
    service: history.service,
    config: history.config,
    async status() {
      const asked = history.status().then((status) => {
        known = status;
        return status;
      });
      return withTimeout(asked, statusWaitMs).catch(() => known);
    },
    isFileFixed: Boolean(env['RELAY_HISTORY']),
    areMarketsFixed: Boolean(env['RELAY_HISTORY_MARKETS']),
  };
}
