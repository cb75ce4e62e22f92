import { LRUCache } from 'lru-cache';
import { HttpError } from '#protocol/http-error.ts';
import { endpoints } from '#protocol/price-api.ts';
import { cors } from '#relay/http/access.ts';
import { parsePriceQuery } from '#relay/http/query.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { CreateResponse, RelayRequest, RelayResponse } from '#relay/http/response.ts';
import { toHttpError } from '#relay/http/upstream-error.ts';
import type { RelayParts } from '#relay/parts.ts';
import type { PriceEndpoint, PriceQuery } from '#relay/price-query.ts';
import type { Feed, FeedResult } from '#relay/upstream/feed.ts';
import { type Feeds, ratesPollMs } from '#relay/upstream/feeds.ts';
import { NoDataError } from '#relay/upstream/no-data-error.ts';

export interface Route {
  readonly path: string;
  /** Needs no token. */
  readonly isPublic: boolean;
  /** @throws HttpError */
  readonly handle: (request: RelayRequest) => RelayResponse | Promise<RelayResponse>;
}

/** Query strings whose parsed form is kept. */
const maxCachedQueries = 500;

export function createRoutes(parts: RelayParts, feeds: Feeds, createResponse: CreateResponse): Route[] {
  const priceEndpoints: readonly PriceEndpoint[] = ['prices', 'partner', 'csgoroll'];
  const { metrics } = parts;
  return [
    ...priceEndpoints.map((endpoint) => priceRoute(endpoint, parts, feeds, createResponse)),
    { path: '/api/rates', isPublic: false, handle: (request) => handleRates(request, feeds, createResponse) },
    { path: '/healthz', isPublic: true, handle: () => handleHealth(feeds) },
    ...(metrics ? [{ path: '/metrics', isPublic: false, handle: async () => toText(await metrics(feeds)) }] : []),
  ];
}

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
  const handle: Route['handle'] = (request) => {
    const { search } = splitTarget(request.target);
    const query = queries.get(search) ?? parse(search);
    return readFeed(feeds.priceFeed(query), 'the price API', (result) => {
      const snapshot = feeds.filterByPrice(query, result.data.snapshot);
      if (!(snapshot instanceof Promise)) return createResponse(request, result, snapshot, pollMs);
      return snapshot.then((filtered) => createResponse(request, result, filtered, pollMs));
    });
  };
  return { path: endpoints[endpoint], isPublic: false, handle };
}

function handleRates(
  request: RelayRequest,
  { ratesFeed }: Feeds,
  createResponse: CreateResponse,
): RelayResponse | Promise<RelayResponse> {
  if (!ratesFeed) throw new HttpError(404, 'exchange rates are switched off');
  return readFeed(ratesFeed, 'the source of exchange rates', (result) =>
    createResponse(request, result, result.data.snapshot, ratesPollMs),
  );
}

/** A relay is ready if it can answer. Before the first upstream request that is assumed. */
function handleHealth({ entries, keyLimits, health }: Feeds): RelayResponse {
  const upstream = health.lastOutcome();
  const hasData = [...entries()].some(([, feed]) => feed.data() !== undefined);
  const ready = !keyLimits.isKeyRefused() && (hasData || upstream === 'none' || upstream === 'ok');
  return {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...cors },
    body: JSON.stringify({ ready, upstream }),
  };
}

const toText = (body: string): RelayResponse => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  body,
});

/** Reads a feed, at once where it can. NoDataError becomes the HttpError that tells why; `subject` names the upstream. */
function readFeed(
  feed: Feed,
  subject: string,
  respond: (result: FeedResult) => RelayResponse | Promise<RelayResponse>,
): RelayResponse | Promise<RelayResponse> {
  const rethrow = (error: unknown): never => {
    throw error instanceof NoDataError ? toHttpError(error.failure, error.retryAfterMs, subject) : error;
  };
  try {
    const result = feed.read();
    return result instanceof Promise ? result.then(respond).catch(rethrow) : respond(result);
  } catch (error) {
    return rethrow(error);
  }
}
