import type { RelayLimits } from '#relay/limits.ts';
import { get, jsonOf, type RelayTestBed, startTestRelay, until } from './test-relay.ts';
import { answers, partnerRows, type Script, startUpstream, type Upstream } from './upstream.ts';

export const sharedLimits = { storeQuietMs: 0, storeCheckMs: 100, storeTimeoutMs: 1000 };

export const movingPrices = (): Script => {
  let seed = 0;
  return (incoming, response) => answers(partnerRows(50, seed++))(incoming, response);
};

/** Three relays in this process that share an upstream, and a store that each reaches by its own address. */
export async function startSharedRelays(
  stores: string | readonly string[],
  script: Script,
  pollSeconds: number,
  limits: Partial<RelayLimits> = {},
): Promise<{ readonly upstream: Upstream; readonly relays: readonly RelayTestBed[] }> {
  const upstream = await startUpstream(script);
  const urls = typeof stores === 'string' ? [stores, stores, stores] : stores;
  const relays = await Promise.all(
    urls.map((url) => {
      const env = { RELAY_STORE: url, RELAY_POLL_SECONDS: String(pollSeconds), RELAY_HISTORY: 'off' };
      return startTestRelay(script, { upstream, env, limits: { ...sharedLimits, ...limits } });
    }),
  );
  return { upstream, relays };
}

export const untilStore = (url: string, state: 'away' | 'there') =>
  until(async () => JSON.stringify(jsonOf(await get(`${url}/healthz`))), 400).gives(
    (health) => health.includes('"storage":"away"') === (state === 'away'),
  );
