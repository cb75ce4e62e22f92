import { LRUCache } from 'lru-cache';
import { HttpError } from '#protocol/http-error.ts';
import { endpoints } from '#protocol/price-api.ts';
import { parsePriceQuery } from '#relay/http/query.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { CreateResponse, RelayRequest, RelayResponse } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';
import { toHttpError } from '#relay/http/upstream-error.ts';
import { watchListRoute } from '#relay/http/watch-list-route.ts';
import type { RelayParts } from '#relay/parts.ts';
import type { PriceEndpoint, PriceQuery } from '#relay/price-query.ts';
import { type FeedResult, NoDataError } from '#relay/upstream/feed-result.ts';
import { type Feeds, ratesPollMs } from '#relay/upstream/feeds.ts';

/** Query strings whose parsed form is kept. */
const maxCachedQueries = 500;

export function createRoutes(parts: RelayParts, feeds: Feeds, createResponse: CreateResponse): Route[] {
  const priceEndpoints: readonly PriceEndpoint[] = ['prices', 'partner', 'csgoroll'];
  const { metrics } = parts;
  return [
    ...priceEndpoints.map((endpoint) => priceRoute(endpoint, parts, feeds, createResponse)),
    { path: '/api/rates', isPublic: false, handle: (request) => handleRates(request, feeds, createResponse) },
    { path: '/healthz', isPublic: true, handle: () => handleHealth(feeds, parts.loopbackOnly) },
    ...(parts.alerts ? [watchListRoute(parts.alerts)] : []),
    ...(metrics ? [metricsRoute(() => metrics(feeds))] : []),
  ];
}

const metricsRoute = (metrics: () => Promise<string>): Route => ({
  path: '/metrics',
  isPublic: false,
  isForOwner: true,
  handle: async () => toText(await metrics()),
});

function priceRoute(
  endpoint: PriceEndpoint,
  { limits, pollMs }: RelayParts,
  feeds: Feeds,
  createResponse: CreateResponse,
): Route {
  const queries = new LRUCache<string, PriceQuery>({ max: maxCachedQueries });
  const parse = (search: string): PriceQuery => {
    const query = parsePriceQuery(endpoint, search, limits.maxQueryBytes);
    queries.set(search, query);
    return query;
  };
  const handle: Route['handle'] = (request, client) => {
    const { search } = splitTarget(request.target);
    const query = queries.get(search) ?? parse(search);
    const feed = feeds.priceFeed(query);
    return readFeed(
      () => feed.read(client?.upstreamShare),
      'the price API',
      (result) => {
        const sender = client?.upstreamShare.id ?? request.address();
        const snapshot = feeds.filterByPrice(query, result.data.snapshot, sender);
        if (!(snapshot instanceof Promise)) return createResponse(request, result, snapshot, pollMs);
        return snapshot.then((filtered) => createResponse(request, result, filtered, pollMs));
      },
    );
  };
  return { path: endpoints[endpoint], isPublic: false, handle };
}

function handleRates(
  request: RelayRequest,
  { ratesFeed }: Feeds,
  createResponse: CreateResponse,
): RelayResponse | Promise<RelayResponse> {
  if (!ratesFeed) throw new HttpError(404, 'exchange rates are switched off');
  return readFeed(
    () => ratesFeed.read(),
    'the source of exchange rates',
    (result) => createResponse(request, result, result.data.snapshot, ratesPollMs),
  );
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
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: JSON.stringify({ ready, ...(isPrivate && { upstream, ...(storage && { storage }) }) }),
  };
}

const toText = (body: string): RelayResponse => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  body,
});

/** Reads a feed, at once where it can. NoDataError becomes the HttpError that tells why; `subject` names the upstream. */
function readFeed(
  read: () => FeedResult | Promise<FeedResult>,
  subject: string,
  respond: (result: FeedResult) => RelayResponse | Promise<RelayResponse>,
): RelayResponse | Promise<RelayResponse> {
  const rethrow = (error: unknown): never => {
    throw error instanceof NoDataError ? toHttpError(error.failure, error.retryAfterMs, subject) : error;
  };
  try {
    const result = read();
    return result instanceof Promise ? result.then(respond).catch(rethrow) : respond(result);
  } catch (error) {
    return rethrow(error);
  }
}
