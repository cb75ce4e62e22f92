import { LRUCache } from 'lru-cache';
import { endpoints } from '#protocol/price-api.ts';
import { cors } from '#relay/http/access.ts';
import type { RelayParts } from '#relay/http/handler.ts';
import { Refusal, toRefusal } from '#relay/http/http-error.ts';
import { type Query, readQuery, type Shape } from '#relay/http/query.ts';
import type { Asked, MakeReply, Reply } from '#relay/http/response.ts';
import { type Answer, type Feed, Unavailable } from '#relay/upstream/feed.ts';
import { type Data, ratesPollMs } from '#relay/upstream/feeds.ts';
import type { Health } from '#relay/upstream/health.ts';

export interface Route {
  readonly path: string;
  /** Answers without a token. */
  readonly open: boolean;
  /** @throws Refusal */
  readonly serve: (asked: Asked) => Reply | Promise<Reply>;
}

/** Clients repeat few addresses; reading each once is enough. */
const maxRemembered = 500;

/** Every address that the relay knows. */
export function createRoutes(parts: RelayParts, data: Data, makeReply: MakeReply, health: Health): Route[] {
  const shapes: readonly Shape[] = ['prices', 'partner', 'csgoroll'];
  const { metrics } = parts;
  return [
    ...shapes.map((shape) => priceRoute(shape, parts, data, makeReply)),
    { path: '/api/rates', open: false, serve: (asked) => serveRates(asked, data, makeReply) },
    { path: '/healthz', open: true, serve: () => serveHealth(data, health) },
    ...(metrics ? [{ path: '/metrics', open: false, serve: async () => text(await metrics(data)) }] : []),
  ];
}

function priceRoute(shape: Shape, { limits, pollMs }: RelayParts, data: Data, makeReply: MakeReply): Route {
  const queries = new LRUCache<string, Query>({ max: maxRemembered });
  const remember = (search: string): Query => {
    const query = readQuery(shape, search, limits.maxQueryBytes);
    queries.set(search, query);
    return query;
  };
  const serve: Route['serve'] = (asked) => {
    const search = asked.target.slice(endpoints[shape].length);
    const query = queries.get(search) ?? remember(search);
    return readFeed(data.prices(query), 'the price API', (answer) => {
      const snapshot = data.cut(query, answer);
      if (!(snapshot instanceof Promise)) return makeReply(asked, answer, snapshot, pollMs);
      return snapshot.then((made) => makeReply(asked, answer, made, pollMs));
    });
  };
  return { path: endpoints[shape], open: false, serve };
}

function serveRates(asked: Asked, { rates }: Data, makeReply: MakeReply): Reply | Promise<Reply> {
  if (!rates) throw new Refusal(404, 'exchange rates are switched off');
  return readFeed(rates, 'the source of exchange rates', (answer) =>
    makeReply(asked, answer, answer.held.snapshot, ratesPollMs),
  );
}

/** Ready is who can answer: before the first request that is assumed. */
function serveHealth(data: Data, health: Health): Reply {
  const upstream = health.upstream();
  const holds = [...data.feeds()].some(([, feed]) => feed.held() !== undefined);
  const ready = !data.gate.refused() && (holds || upstream === 'none' || upstream === 'ok');
  return {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...cors },
    body: JSON.stringify({ ready, upstream }),
  };
}

const text = (body: string): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
  body,
});

/** Reads a feed, at once where it can; having nothing becomes the refusal that says why. */
function readFeed(
  feed: Feed,
  subject: string,
  reply: (answer: Answer) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const refuse = (error: unknown): never => {
    throw error instanceof Unavailable ? toRefusal(error.trouble, error.retryAfterMs, subject) : error;
  };
  try {
    const answer = feed.read();
    return answer instanceof Promise ? answer.then(reply).catch(refuse) : reply(answer);
  } catch (error) {
    return refuse(error);
  }
}
