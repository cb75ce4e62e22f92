import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { matchesEtag } from '#protocol/etag.ts';
import { endpoints } from '#protocol/price-api.ts';
import { createAnswers, etagOf, type Wanted } from '#service/answers.ts';
import { csgorollBody, partnerBody, pricesBody } from '#service/bodies.ts';
import { brotli } from '#service/brotli.ts';
import { rateLimit } from '#service/decisions.ts';
import { createKeyring } from '#service/keys.ts';
import type { MarketSource } from '#service/market.ts';
import { readBounds, readPricesQuery } from '#service/query.ts';
import { createRateLimiter } from '#service/rate-limit.ts';
import { Refusal } from '#service/refusal.ts';

export interface ServiceParts {
  readonly market: MarketSource;
  /** The API keys that are valid. */
  readonly keys: readonly string[];
  /** A clock that never steps back, ms. */
  readonly now: () => number;
  /** Told of errors that are the service's own; their senders only read "internal error". */
  readonly report: (error: unknown) => void;
}

const remainingHeader = 'X-RateLimit-Remaining';
const bodyHeaders = { 'Content-Type': 'application/json', 'Content-Encoding': 'br' };

/** The whole price API (price-api.md; what that leaves open is in decisions.ts) as a Hono app. */
export function buildService({ market, keys, now, report }: ServiceParts): Hono {
  const app = new Hono();
  app.onError(async (error, c) => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal error');
    if (refusal !== error) report(error);
    return c.body(await brotli(JSON.stringify({ error: refusal.message })), refusal.status, {
      ...bodyHeaders,
      ...refusal.headers,
    });
  });
  app.use(guard(keys, now));
  const answer = answerer(market);
  for (const [path, read] of Object.entries(readers)) {
    app.all(path, async (c) => {
      if (c.req.method !== 'GET') throw new Refusal(405, `${c.req.method} is not allowed here`, { Allow: 'GET' });
      return answer(c, read(new URL(c.req.url).searchParams));
    });
  }
  app.notFound(() => {
    throw new Refusal(404, 'no such endpoint');
  });
  return app;
}

/** Lets nobody pass without a valid key, and no key more often than its rate allows. */
function guard(keys: readonly string[], now: () => number): MiddlewareHandler {
  const callerOf = createKeyring(keys);
  const take = createRateLimiter({ ...rateLimit, now });
  return async (c, next) => {
    c.header(remainingHeader, '0');
    const caller = callerOf(c.req.header('Authorization'));
    if (!caller) throw new Refusal(401, 'API key missing, malformed or invalid', { 'WWW-Authenticate': 'Bearer' });
    const verdict = take(caller);
    if (!verdict.allowed) {
      const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000));
      throw new Refusal(429, `more than ${rateLimit.requests} requests a minute`, { 'Retry-After': String(seconds) });
    }
    c.header(remainingHeader, String(verdict.remaining));
    await next();
  };
}

/** What the parameters of each endpoint ask for. */
const readers: Readonly<Record<string, (params: URLSearchParams) => Wanted>> = {
  [endpoints.prices]: (params) => {
    const query = readPricesQuery(params);
    return { query: `${endpoints.prices} ${JSON.stringify(query)}`, body: (state) => pricesBody(state, query) };
  },
  [endpoints.csgoroll]: (params) => {
    const bounds = readBounds(params);
    return { query: `${endpoints.csgoroll} ${JSON.stringify(bounds)}`, body: (state) => csgorollBody(state, bounds) };
  },
  [endpoints.partner]: () => ({ query: endpoints.partner, body: partnerBody }),
};

/** Answers 200, or 304 to whoever has the answer already (price-api.md, "ETag polling"). */
function answerer(market: MarketSource): (c: Context, wanted: Wanted) => Promise<Response> {
  const compressed = createAnswers();
  return async (c, wanted) => {
    const state = await market();
    if (!state) throw new Refusal(503, 'pricing data is momentarily unavailable');
    const etag = etagOf(state, wanted);
    c.header('ETag', etag);
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    return c.body(await compressed(etag, state, wanted), 200, bodyHeaders);
  };
}
