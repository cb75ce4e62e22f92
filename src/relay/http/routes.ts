import { HttpError } from '#protocol/http-error.ts';
import { endpoints } from '#protocol/price-api.ts';
import { uncached } from '#relay/http/headers.ts';
import { parsePriceQuery } from '#relay/http/query.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { CreateResponse, RelayRequest, RelayResponse } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';
import { toHttpError } from '#relay/http/upstream-error.ts';
import { watchListRoute } from '#relay/http/watch-list-route.ts';
import type { RelayParts } from '#relay/parts.ts';
import type { PriceEndpoint } from '#relay/price-query.ts';
import type { Feed } from '#relay/upstream/feed.ts';
import { type FeedResult, NoDataError } from '#relay/upstream/feed-result.ts';
import { type Feeds, ratesPollMs } from '#relay/upstream/feeds.ts';
import type { UpstreamShare } from '#relay/upstream/key-limits.ts';

export function createRoutes(parts: RelayParts, feeds: Feeds, createResponse: CreateResponse): Route[] {
  const priceEndpoints: readonly PriceEndpoint[] = ['prices', 'partner', 'csgoroll'];
  const { metrics } = parts;
  return [
    ...priceEndpoints.map((endpoint) => priceRoute(endpoint, parts, feeds, createResponse)),
    { path: '/api/rates', isPublic: false, handle: (request) => handleRates(request, feeds, createResponse) },
    { path: '/healthz', isPublic: true, handle: async () => handleHealth(feeds, parts.loopbackOnly) },
    ...(parts.alerts ? [watchListRoute(parts.alerts)] : []),
    ...(metrics ? [metricsRoute(() => metrics(feeds))] : []),
  ];
}

const metricsRoute = (metrics: () => Promise<string>): Route => ({
  path: '/metrics',
  isPublic: false,
  isForOwner: true,
  handle: async () => ({
    status: 200,
    headers: uncached('text/plain; version=0.0.4; charset=utf-8'),
    body: await metrics(),
  }),
});

function priceRoute(
  endpoint: PriceEndpoint,
  { limits, pollMs }: RelayParts,
  feeds: Feeds,
  createResponse: CreateResponse,
): Route {
  const handle: Route['handle'] = async (request, client) => {
    const query = parsePriceQuery(endpoint, splitTarget(request.target).search, limits.maxQueryBytes);
    const result = await readFeed(feeds.priceFeed(query), 'the price API', client?.upstreamShare);
    const sender = client?.upstreamShare.id ?? request.address();
    const snapshot = await feeds.filterByPrice(query, result.data.snapshot, sender);
    return createResponse(request, result, snapshot, pollMs);
  };
  return { path: endpoints[endpoint], isPublic: false, handle };
}

async function handleRates(
  request: RelayRequest,
  { ratesFeed }: Feeds,
  createResponse: CreateResponse,
): Promise<RelayResponse> {
  if (!ratesFeed) throw new HttpError(404, 'exchange rates are switched off');
  const result = await readFeed(ratesFeed, 'the source of exchange rates');
  return createResponse(request, result, result.data.snapshot, ratesPollMs);
}

/**
 * A relay is ready if it can answer. Before the first upstream request that is assumed. A stranger learns no more than
 * that; on loopback the response says why.
 */
function handleHealth(
  { entries, keyLimits, health, isStoreStalled, shared }: Feeds,
  isPrivate: boolean,
): RelayResponse {
  const upstream = health.lastOutcome();
  const hasData = [...entries()].some(([, feed]) => feed.data() !== undefined);
  const ready = !keyLimits.isKeyRefused() && (hasData || upstream === 'none' || upstream === 'ok');
  const storage = shared?.isAway() ? 'away' : isStoreStalled() && 'stalled';
  return {
    status: ready ? 200 : 503,
    headers: uncached('application/json'),
    body: JSON.stringify({ ready, ...(isPrivate && { upstream, ...(storage && { storage }) }) }),
  };
}

/** NoDataError becomes the HttpError that tells why; `subject` names the upstream. */
async function readFeed(feed: Feed, subject: string, share?: UpstreamShare): Promise<FeedResult> {
  try {
    return await feed.read(share);
  } catch (error) {
    throw error instanceof NoDataError ? toHttpError(error.failure, error.retryAfterMs, subject) : error;
  }
}
