import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { ConfigStore } from '#relay/admin/config-store.ts';
import { type AlertService, openAlertService } from '#relay/alerts/alert-service.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import type { RelayConfig } from '#relay/config.ts';
import { marketOfDetails } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/feed-result.ts';
import type { ReloadableRelayDeps } from '#relay/reloadable-relay.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';
import { hashToken } from '#relay/token-hash.ts';

interface AlertStart {
  readonly deps: ReloadableRelayDeps;
  readonly storage: StorageThread;
  readonly config: RelayConfig;
  readonly configStore: ConfigStore;
  readonly bases: ChannelBases;
}

export type RunningAlerts = ReturnType<typeof startAlerts>;

/** Checks watch lists when upstream confirms prices, while a channel is set up. */
export function startAlerts({ deps, storage, config, configStore, bases }: AlertStart) {
  const ending = new AbortController();
  const service = openAlertService({
    ...deps,
    storage,
    channel: () => configStore.current().alerts,
    bases,
    fetch,
    isKnown: createIsKnown(config, configStore),
    ending: ending.signal,
    timeoutMs: deps.limits.alertTimeoutMs,
    retryMs: deps.limits.alertRetryMs,
  });
  let running = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  const deliver = (): void => {
    clearTimeout(retry);
    running = service.deliver().then(() => {
      const isWaiting = service.status().waiting > 0 && !ending.signal.aborted;
      if (isWaiting) retry = setTimeout(deliver, deps.limits.alertRetryMs).unref();
    });
  };
  // What an earlier process has not told.
  deliver();
  return {
    async put(...asked: Parameters<AlertService['put']>): Promise<void> {
      await service.put(...asked);
      void service.checkAgain().then(deliver);
    },
    status: service.status,
    test: service.test,
    /** Checks prices that upstream has just confirmed, and tells of crossings. */
    onConfirmed(source: string, data: FeedData): void {
      const market = marketOfDetails(source);
      if (source === endpoints.partner) void service.onConfirmed(data).then(deliver);
      else if (market !== undefined) void service.onOffers(market, data).then(deliver);
    },
    /** The queries that the lists need now. */
    due: (): readonly string[] =>
      configStore.current().alerts && service.status().lists > 0
        ? [endpoints.partner, ...service.dueMarkets().map(marketDetailsPath)]
        : [],
    async close(): Promise<void> {
      clearTimeout(retry);
      ending.abort();
      await running;
    },
  };
}

/** A list of a token that is no more, or of an extension without one where everybody needs one, is forgotten. */
function createIsKnown({ tokens }: RelayConfig, { current }: ConfigStore): (owner: string) => boolean {
  const tokenHashes = new Set(tokens.map(hashToken));
  return (owner) => {
    const { invites } = current();
    if (owner.includes('://')) return tokenHashes.size === 0 && invites === undefined;
    return tokenHashes.has(owner) || (invites ?? []).some(({ sha256 }) => sha256 === owner);
  };
}
