import { oneAtATime } from '#core/concurrency.ts';
import { errorCode } from '#relay/error-code.ts';
import { extensionQuery } from '#relay/feeds/extension-sources.ts';
import { NoDataError } from '#relay/feeds/feed-result.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { ReloadableRelay } from '#relay/reloadable-relay.ts';

export interface BackgroundPollDeps {
  readonly relay: Pick<ReloadableRelay, 'feeds' | 'priceApi'>;
  /** The extension's queries that are needed now without a client: by the history, or by watch lists. */
  readonly due: () => readonly string[];
  readonly limits: Pick<RelayLimits, 'backgroundPollMs'>;
  readonly reportProblem: (problem: string, code: string) => void;
}

/**
 * Reads feeds that are needed without a client. Upstream is asked only when the relay's own pace and the key's limits
 * allow it; then the answer also serves clients.
 * @returns ends the polling
 */
export function startBackgroundPoll({ relay, due, limits, reportProblem }: BackgroundPollDeps): () => void {
  // One after the other: reading thirteen markets at once would hold all of their bodies.
  const poll = oneAtATime(async () => {
    for (const source of relay.priceApi() ? due() : []) {
      try {
        await relay.feeds().priceFeed(extensionQuery(source)).read();
      } catch (error) {
        // The feed reports why it has no data.
        if (!(error instanceof NoDataError)) reportProblem('a feed could not be read', errorCode(error));
      }
    }
  });
  // The relay that somebody has just started has a history at once.
  const first = setTimeout(poll, limits.backgroundPollMs / 60).unref();
  const timer = setInterval(poll, limits.backgroundPollMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
