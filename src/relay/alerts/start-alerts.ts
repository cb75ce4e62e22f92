import { createHash } from 'node:crypto';
import { endpoints } from '#protocol/price-api.ts';
import { type AlertService, openAlertService } from '#relay/alerts/alert-service.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import { watchStatePath } from '#relay/alerts/watch-state.ts';
import type { RelayConfig } from '#relay/config.ts';
import type { LiveRelay, LiveRelayParts } from '#relay/live-relay.ts';
import type { ConfigStore } from '#relay/setup/config-store.ts';

interface AlertStart {
  readonly parts: LiveRelayParts;
  readonly config: RelayConfig;
  readonly configStore: ConfigStore;
  readonly bases: ChannelBases;
  readonly live: () => LiveRelay;
}

/** Alerts that run until they are closed. */
export interface RunningAlerts extends AlertService {
  readonly close: () => Promise<void>;
}

/** Least time between two checks, in ms. */
const minCheckMs = 100;

const partnerQuery = {
  endpoint: 'partner',
  source: endpoints.partner,
  name: endpoints.partner,
  range: undefined,
} as const;

/** Checks watch lists each poll period while a channel is set up. The price API is asked no more often than for clients. */
export async function startAlerts({ parts, config, configStore, bases, live }: AlertStart): Promise<RunningAlerts> {
  const ending = new AbortController();
  const service = await openAlertService({
    ...parts,
    path: watchStatePath(configStore.path),
    channel: () => configStore.current().alerts,
    bases,
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.any([ending.signal, ...(init.signal ? [init.signal] : [])]) }),
    read: () => (live().isSample() ? undefined : live().feeds().priceFeed(partnerQuery).read()),
    isKnown: createIsKnown(config, configStore),
    ending: ending.signal,
    timeoutMs: parts.limits.alertTimeoutMs,
    retryMs: parts.limits.alertRetryMs,
  });
  let running = Promise.resolve();
  const tick = (): void => {
    running = service.run();
  };
  const timer = setInterval(tick, Math.max(minCheckMs, config.pollMs)).unref();
  return {
    ...service,
    async close() {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

/** A list of a token that is no more, or of an extension without one where everybody needs one, is forgotten. */
function createIsKnown({ tokens }: RelayConfig, { current }: ConfigStore): (owner: string) => boolean {
  const tokenHashes = new Set(tokens.map((token) => createHash('sha256').update(token).digest('hex')));
  return (owner) => {
    const { invites } = current();
    if (owner.includes('://')) return tokenHashes.size === 0 && invites === undefined;
    return tokenHashes.has(owner) || (invites ?? []).some(({ sha256 }) => sha256 === owner);
  };
}
