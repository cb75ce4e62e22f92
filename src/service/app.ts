import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { createConcurrencyLimit } from '#core/asks/concurrency.ts';
import { bearerToken } from '#protocol/bearer.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { matchesEtag } from '#protocol/etag.ts';
import { HttpError } from '#protocol/http-error.ts';
import { endpoints } from '#protocol/price-api.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { writeCsgorollPrices, writePartnerPrices, writePrices } from '#service/bodies.ts';
import type { MarketSource, MarketState } from '#service/market.ts';
import { parsePriceBounds, parsePricesQuery } from '#service/price-query.ts';

export interface ServiceDeps {
  readonly market: MarketSource;
  /** The valid API keys. */
  readonly keys: readonly string[];
  /** A monotonic clock in ms. */
  readonly now: () => number;
  /** Receives the service's own errors; a client reads only "internal error". */
  readonly report: (error: unknown) => void;
}

const remainingHeader = 'X-RateLimit-Remaining';
const bodyHeaders = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };

/** The price API as a Hono app (src/protocol/price-api.md; decisions.ts lists what the specification leaves open). */
export function createServiceApp({ market, keys, now, report }: ServiceDeps): Hono {
  const app = new Hono();
  app.onError(async (error, c) => {
    const known = error instanceof HttpError ? error : new HttpError(500, 'internal error');
    if (known !== error) report(error);
    const { body, headers } = await toErrorBody(known);
    return c.body(body, known.status, headers);
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

const toErrorBody = async ({ message, headers }: HttpError) => ({
  body: await compressText(JSON.stringify({ error: message })),
  headers: { ...bodyHeaders, ...headers },
});

/** Answers a request whose target or `Host` is none. */
export async function respondToBadRequest(): Promise<Response> {
  const { body, headers } = await toErrorBody(new HttpError(400, 'the address or the Host header is not readable'));
  return new Response(body, { status: 400, headers: { ...headers, [remainingHeader]: '0' } });
}

/** Throws HttpError 401 without a valid key, and 429 for a key over its rate. */
function authenticate(keys: readonly string[], now: () => number): MiddlewareHandler {
  const findKeyId = createKeyring(keys);
  const limiters = new Map<string, RateLimiter>();
  const limiterOf = (keyId: string): RateLimiter => {
    const limiter = limiters.get(keyId) ?? createRateLimiter(rateLimit.requests, rateLimit.windowMs);
    limiters.set(keyId, limiter);
    return limiter;
  };
  return async (c, next) => {
    c.header(remainingHeader, '0');
    const keyId = findKeyId(c.req.header('Authorization'));
    if (!keyId) throw new HttpError(401, 'API key missing, malformed or invalid', { 'WWW-Authenticate': 'Bearer' });
    const limiter = limiterOf(keyId);
    const waitMs = limiter.take(now());
    if (waitMs > 0) {
      throw new HttpError(429, `more than ${rateLimit.requests} requests a minute`, retryAfterHeader(waitMs));
    }
    c.header(remainingHeader, String(limiter.remaining(now())));
    await next();
  };
}

const parsers: Readonly<Record<string, (params: URLSearchParams) => ResponseSpec>> = {
  [endpoints.prices]: (params) => {
    const query = parsePricesQuery(params);
    return { query: `${endpoints.prices} ${JSON.stringify(query)}`, body: (state) => writePrices(state, query) };
  },
  [endpoints.csgoroll]: (params) => {
    const bounds = parsePriceBounds(params);
    return {
      query: `${endpoints.csgoroll} ${JSON.stringify(bounds)}`,
      body: (state) => writeCsgorollPrices(state, bounds),
    };
  },
  [endpoints.partner]: () => ({ query: endpoints.partner, body: writePartnerPrices }),
};

/** Answers 200, or 304 to a client that has the body (src/protocol/price-api.md, "Polling"). */
function createRespond(market: MarketSource): (c: Context, spec: ResponseSpec) => Promise<Response> {
  const compressedBody = createResponseCache();
  return async (c, spec) => {
    const state = await market();
    if (!state) throw new HttpError(503, 'pricing data is momentarily unavailable');
    const etag = etagOf(state, spec);
    c.header('ETag', etag);
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    return c.body(await compressedBody(etag, state, spec), 200, bodyHeaders);
  };
}

const digestOf = (key: string): string => hash('sha256', key);

/**
 * Finds the key of an `Authorization` header: its digest, or `undefined` without a valid key.
 * Digests are compared, so the duration reveals nothing about the keys.
 */
function createKeyring(keys: readonly string[]): (authorization: string | undefined) => string | undefined {
  const known = new Set(keys.map(digestOf));
  return (authorization) => {
    const digest = digestOf(bearerToken(authorization));
    return known.has(digest) ? digest : undefined;
  };
}

/**
 * Questions that the specification (src/protocol/price-api.md) leaves open, and this service's decisions.
 * tests/service has a test for each under the same number: decisions.test.ts, 13 in simulated-market.test.ts.
 *
 * Parameters
 *  1. Market and field names are trimmed and case-sensitive; empty entries are ignored, duplicates collapse.
 *  2. A list without names (`markets=`) counts as omitted. A repeated list is joined.
 *  3. `markets` of the response and the keys of an item have the order of the specification, whatever the request's.
 *  4. A number is a finite decimal, with or without sign, fraction and exponent, trimmed. An empty bound, `0x10`,
 *     `Infinity` and a repeated bound are 400. Bounds may be negative or fractions, and include their own value.
 *  5. `min` above `max` is no error and gives no items.
 *  6. Unknown query parameters are ignored on every endpoint; `/api/get-partner-prices` ignores all.
 *
 * Items
 *  7. A market without a price for an item has no key in it: never 0 or null, which a snapshot file may hold.
 *  8. An item without a price on any selected market is left out, whatever `fields` says.
 *  9. With a bound, an item without a price on the selected markets is dropped. The bounds of `/api/prices` are cents and
 *     coins are not, so a csgoroll entry neither keeps nor drops an item there.
 * 10. A bound keeps or drops whole items, never single markets of one.
 * 11. An unknown optional field is absent, `link` among them. `avg_7` and `avg_30` are cents for csgoroll as well.
 * 12. Partner prices: an item without any of the three prices is left out; `is_inflated` is true if one of the three is.
 * 13. `liquidity` of the simulated market is an integer from 0 to 100; a snapshot file's is passed on unchanged.
 *
 * Requests
 * 14. The order of checks is key, rate, path and method, parameters, data. An unknown path without a key is 401.
 * 15. All endpoints are GET, need the key, carry an ETag and report errors alike. Other methods, HEAD among them, are 405
 *     with `Allow: GET`.
 * 16. The rate is 60 requests in any 60 seconds (a sliding window) for each key, over all paths. Every request with a valid
 *     key counts, a 304 and an error too, but not a 429.
 * 17. `Retry-After` is in whole seconds, at least 1: after it, one more request is allowed.
 * 18. `X-RateLimit-Remaining` is the number of requests that the key could send at once; 0 without a valid key.
 * 19. A key is the text after `Bearer` (in any case) and blanks. 401 carries `WWW-Authenticate: Bearer`.
 * 20. An ETag is strong, and belongs to the data and the normalised parameters: responses to different queries never share
 *     one, and it stays while the data stay.
 */

/** Requests of one key in any window (src/protocol/price-api.md, "Limits"). */
const rateLimit = { requests: 60, windowMs: 60_000 } as const;

/** A parsed request. */
interface ResponseSpec {
  /** The endpoint and its parameters, normalised: equal for requests with equal responses. */
  readonly query: string;
  /** The JSON of the body, in pieces. */
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
export function createResponseCache(
  maxSize = maxCachedBytes,
): (etag: string, state: MarketState, spec: ResponseSpec) => Promise<Bytes> {
  const cache = new LRUCache<string, Bytes>({ maxSize, sizeCalculation: (bytes) => bytes.byteLength });
  const pending = new Map<string, Promise<Bytes>>();
  const limited = createConcurrencyLimit(maxConcurrentBodies);
  const compress = async (etag: string, state: MarketState, spec: ResponseSpec): Promise<Bytes> => {
    try {
      const bytes = await limited(() => compressPieces(spec.body(state)));
      cache.set(etag, bytes);
      return bytes;
    } finally {
      pending.delete(etag);
    }
  };
  return async (etag, state, spec) => {
    const known = cache.get(etag) ?? pending.get(etag);
    if (known) return known;
    const compressed = compress(etag, state, spec);
    pending.set(etag, compressed);
    return compressed;
  };
}

/** Level 3 takes three quarters of the time of level 4 for 3 % more bytes; a full body is 94 MB of JSON. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };

const compress = promisify(brotliCompress);

const compressText = async (text: string): Promise<Bytes> => new Uint8Array(await compress(text, { params }));

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

/** Compresses a long text on another thread while its next pieces are made. */
export async function compressPieces(pieces: Iterable<string>): Promise<Bytes> {
  const source = Readable.from(batches(pieces), { highWaterMark: 4 });
  return new Uint8Array(await pipeline(source, createBrotliCompress({ params }), buffer));
}
