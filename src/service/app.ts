import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { matchesEtag } from '#protocol/etag.ts';
import { HttpError } from '#protocol/http-error.ts';
import { endpoints } from '#protocol/price-api.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';
import { createKeyring } from '#service/api-keys.ts';
import { writeCsgorollPrices, writePartnerPrices, writePrices } from '#service/bodies.ts';
import { compressText } from '#service/brotli.ts';
import { rateLimit } from '#service/decisions.ts';
import type { MarketSource } from '#service/market.ts';
import { parsePriceBounds, parsePricesQuery } from '#service/price-query.ts';
import { createResponseCache, etagOf, type ResponseSpec } from '#service/response-cache.ts';

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
