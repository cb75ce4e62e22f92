import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { createConcurrencyLimit } from '#core/asks/concurrency.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { bearerToken, HttpError, matchesEtag, retryAfterHeader } from '#protocol/http.ts';
import { endpoints } from '#protocol/price-api.ts';
import { parsePriceBounds, parsePricesQuery } from '#protocol/price-query.ts';
import { createRateLimiter } from '#protocol/rate-limiter.ts';
import { writeCsgorollPrices, writePartnerPrices, writePrices } from '#service/bodies.ts';
import type { MarketSource, MarketState } from '#service/market.ts';

export interface ServiceDeps {
  readonly market: MarketSource;
  readonly keys: readonly string[];
  /** A monotonic clock in ms. */
  readonly now: () => number;
  /** Receives the service's own errors; a client reads only "internal error". */
  readonly report: (error: unknown) => void;
}

const remainingHeader = 'X-RateLimit-Remaining';
const bodyHeaders = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };

/** The price API as a Hono app (src/protocol/price-api.md; src/service/decisions.md lists what it leaves open). */
export function createServiceApp({ market, keys, now, report }: ServiceDeps): Hono {
  const app = new Hono();
  app.onError(async (error, c) => {
    const known = error instanceof HttpError ? error : new HttpError(500, 'internal error');
    if (known !== error) report(error);
    const body = await compressPieces([JSON.stringify({ error: known.message })]);
    return c.body(body, known.status, { ...bodyHeaders, ...known.headers });
  });
  app.use(authenticate(keys, now));
  const respond = createRespond(market);
  for (const [path, parse] of Object.entries(parsers)) {
    app.all(path, async (c) => {
      if (c.req.method !== 'GET') throw new HttpError(405, `${c.req.method} is not allowed here`, { Allow: 'GET' });
      return respond(c, parse(new URL(c.req.url).searchParams));
    });
  }
  app.notFound(() => {
    throw new HttpError(404, 'no such endpoint');
  });
  return app;
}

/** Throws HttpError 401 without a valid key, and 429 for a key over its rate. */
function authenticate(keys: readonly string[], now: () => number): MiddlewareHandler {
  // Digests are compared, so the duration reveals nothing about the keys.
  const limiters = new Map(
    keys.map((key) => [hash('sha256', key), createRateLimiter(rateLimit.requests, rateLimit.windowMs)]),
  );
  return async (c, next) => {
    c.header(remainingHeader, '0');
    const limiter = limiters.get(hash('sha256', bearerToken(c.req.header('Authorization'))));
    if (!limiter) throw new HttpError(401, 'API key missing, malformed or invalid', { 'WWW-Authenticate': 'Bearer' });
    const waitMs = limiter.take(now());
    if (waitMs > 0) {
      throw new HttpError(429, `more than ${rateLimit.requests} requests a minute`, retryAfterHeader(waitMs));
    }
    c.header(remainingHeader, String(limiter.remaining(now())));
    await next();
  };
}

const specOf = <Q>(path: string, query: Q, write: (state: MarketState, query: Q) => Iterable<string>) => ({
  query: `${path} ${JSON.stringify(query)}`,
  body: (state: MarketState) => write(state, query),
});

const parsers: Readonly<Record<string, (params: URLSearchParams) => ResponseSpec>> = {
  [endpoints.prices]: (params) => specOf(endpoints.prices, parsePricesQuery(params), writePrices),
  [endpoints.csgoroll]: (params) => specOf(endpoints.csgoroll, parsePriceBounds(params), writeCsgorollPrices),
  [endpoints.partner]: () => specOf(endpoints.partner, {}, writePartnerPrices),
};

/** Answers 200, or 304 to a client that has the body (src/protocol/price-api.md, "Polling"). */
function createRespond(market: MarketSource) {
  const compressedBody = createResponseCache();
  return async (c: Context, spec: ResponseSpec) => {
    const state = await market();
    if (!state) throw new HttpError(503, 'pricing data is momentarily unavailable');
    const etag = etagOf(state, spec);
    c.header('ETag', etag);
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    return c.body(await compressedBody(etag, state, spec), 200, bodyHeaders);
  };
}

/** Requests of one key in any window (src/protocol/price-api.md, "Limits"). */
const rateLimit = { requests: 60, windowMs: 60_000 } as const;

interface ResponseSpec {
  /** The endpoint and its parameters, normalised: equal for requests with equal responses. */
  readonly query: string;
  readonly body: (state: MarketState) => Iterable<string>;
}

/** A strong entity tag that depends on the data's version and the query alone. */
export const etagOf = (state: MarketState, { query }: ResponseSpec): string =>
  `"${hash('sha256', `${state.version}\n${query}`, 'base64url').slice(0, 32)}"`;

/** Enough for seven full bodies, or some hundred small ones. */
const maxCachedBytes = 64 * 1024 * 1024;

/** Bodies that are compressed at once: each takes some 30 MB meanwhile. */
const maxConcurrentBodies = 2;

/** Caches compressed bodies; simultaneous requests for a body share one compression. */
export function createResponseCache(maxSize = maxCachedBytes) {
  const limited = createConcurrencyLimit(maxConcurrentBodies);
  const cache = new LRUCache<string, Bytes, () => Iterable<string>>({
    maxSize,
    sizeCalculation: (bytes) => bytes.byteLength,
    ignoreFetchAbort: true,
    fetchMethod: (_etag, _stale, { context: pieces }) => limited(() => compressPieces(pieces())),
  });
  return (etag: string, state: MarketState, { body }: ResponseSpec): Promise<Bytes> =>
    cache.forceFetch(etag, { context: () => body(state) });
}

/** Level 3 takes three quarters of the time of level 4 for 3 % more bytes; a full body is 94 MB of JSON. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

/** Characters of one batch, which takes a millisecond or two. */
const batchLength = 1 << 17;

/** Joins pieces to batches and yields to the event loop between them. */
async function* batches(pieces: Iterable<string>): AsyncGenerator<string> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < batchLength) continue;
    yield batch;
    batch = '';
    await nextTurn();
  }
  yield batch;
}

/** Compresses a text on another thread while its next pieces are made. */
export async function compressPieces(pieces: Iterable<string>): Promise<Bytes> {
  const source = Readable.from(batches(pieces), { highWaterMark: 4 });
  return new Uint8Array(await pipeline(source, createBrotliCompress({ params }), buffer));
}
