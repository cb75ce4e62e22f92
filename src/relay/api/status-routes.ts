import type { ApiApp, ApiHandler } from '#relay/api/api-context.ts';
import { checkOwner } from '#relay/api/check-invite.ts';
import { sendUncached } from '#relay/api/headers.ts';
import type { RelayDeps } from '#relay/deps.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';

interface StatusRouteDeps extends Pick<RelayDeps, 'loopbackOnly' | 'metrics'> {
  readonly feeds: Feeds;
  readonly check: ApiHandler;
}

/**
 * `/healthz` and `/metrics`. A relay is ready if it can answer; before the first upstream request that is assumed. A stranger
 * learns no more than that; on loopback the response says why.
 */
export function addStatusRoutes(app: ApiApp, { feeds, check, loopbackOnly, metrics }: StatusRouteDeps): void {
  app.get('/healthz', async (c) => {
    const { keyLimits, pauseMs, isStoreStalled, isSharedStoreAway } = feeds;
    const upstream = feeds.lastOutcome();
    const hasData = [...feeds.entries()].some(([, feed]) => feed.data() !== undefined);
    const ready = !keyLimits.isKeyRefused() && (hasData || upstream === 'none' || upstream === 'ok');
    const storage = isSharedStoreAway() ? 'away' : isStoreStalled() && 'stalled';
    const pauseSeconds = Math.ceil(pauseMs() / 1000);
    const told = { upstream, ...(storage && { storage }), ...(pauseSeconds > 0 && { pauseSeconds }) };
    const body = { ready, ...(loopbackOnly && told) };
    return sendUncached(c, ready ? 200 : 503, JSON.stringify(body));
  });
  if (!metrics) return;
  app.get('/metrics', check, checkOwner, async (c) =>
    sendUncached(c, 200, await metrics(feeds), { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }),
  );
}
