import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { createMutex } from '#core/asks/concurrency.ts';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError, retryAfterHeader } from '#protocol/http.ts';
import type { NodeBindings } from '#protocol/node-server.ts';
import { createSampleFetch, samplePriceApi } from '#relay/admin/sample-prices.ts';
import { maxSentBytes, parseSentList, type SentList } from '#relay/alerts/sent-list.ts';
import { ownerOf } from '#relay/alerts/waiting-lines.ts';
import { checkHost, checkInvite, checkOwner, checkReader, isExtensionOrigin, limitBody } from '#relay/api/access.ts';
import {
  type ApiApp,
  type ApiContext,
  type ApiEnv,
  type ApiHandler,
  isForwarded,
  type RelayDeps,
  reportOf,
  searchOf,
  splitTarget,
  targetOfUrl,
} from '#relay/api/api-context.ts';
import { createClientLimit, createUnsentLimit } from '#relay/api/client-limit.ts';
import { readHealth } from '#relay/api/health.ts';
import { addHistoryRoutes } from '#relay/api/history-routes.ts';
import { addPriceRoutes } from '#relay/api/price-routes.ts';
import { commonHeaders, dataSender, preflightHeaders, type RouteDeps, sendUncached } from '#relay/api/response.ts';
import type { PriceApi } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import { createFeeds } from '#relay/feeds/feeds.ts';
import type { KeyMemory } from '#relay/feeds/key-limits.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import type { AnswerStore } from '#relay/store/answer-store.ts';
import type { SharedStore } from '#relay/store/shared-store.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

export interface ReloadableRelayDeps
  extends Omit<RelayDeps, 'priceApi' | 'isSample' | 'store' | 'keyMemory' | 'signal' | 'sharedStore'> {
  readonly open: (priceApi: PriceApi) => {
    readonly store: AnswerStore;
    readonly keyMemory: KeyMemory;
    readonly sharedStore: SharedStore | undefined;
  };
}

export type ReloadableRelay = ReturnType<typeof createReloadableRelay>;

export function createReloadableRelay(deps: ReloadableRelayDeps, priceApi: PriceApi | undefined) {
  const samples = createSampleFetch(deps.now);
  // The rates come from where a relay with a key has them.
  const sampleFetch: typeof samples = (url, init) =>
    (url.startsWith(samplePriceApi.url) ? samples : deps.fetch)(url, init);
  const kept = { ...deps, signed: {} };
  const start = (next: PriceApi | undefined) => startRelayOf(kept, next, sampleFetch);
  const closing: Promise<void>[] = [];
  let current = start(priceApi);
  return {
    fetch: (request: Request, node: NodeBindings) => current.app.fetch(request, node),
    feeds: () => current.feeds,
    priceApi: () => current.priceApi,
    /** Nothing of the old price API mixes with the new: requests to upstream end, clients get what they asked for. */
    use(next: PriceApi | undefined): void {
      if (next?.url === current.priceApi?.url && next?.key === current.priceApi?.key) return;
      closing.push(current.close());
      current = start(next);
    },
    async close(): Promise<void> {
      await Promise.all([...closing, current.close()]);
    },
  };
}

function startRelayOf(
  { open, ...deps }: ReloadableRelayDeps,
  priceApi: PriceApi | undefined,
  sampleFetch: RelayDeps['fetch'],
) {
  const ending = new AbortController();
  const opened = priceApi && open(priceApi);
  // Sample prices are no use of the key, and have no past.
  const sample = { fetch: sampleFetch, reportOutcome: () => undefined, onConfirmed: undefined, store: undefined };
  const api = createApi({
    ...deps,
    ...(opened ?? sample),
    priceApi: priceApi ?? samplePriceApi,
    isSample: priceApi === undefined,
    history: priceApi && deps.history,
    notices: priceApi && deps.notices,
    signal: ending.signal,
  });
  return {
    ...api,
    priceApi,
    async close(): Promise<void> {
      ending.abort();
      await Promise.all([opened?.store.close(), opened?.keyMemory.close()]);
    },
  };
}

export function createApi(deps: RelayDeps) {
  const createSnapshot = snapshotFactory(deps.limits.maxDictionaries, deps.isSample ? 'sample-' : '');
  const feeds = createFeeds({ ...deps, createSnapshot });
  const check = checkInvite(deps);
  const app = createApp(deps);
  const routes = { ...deps, feeds, createSnapshot, check, send: dataSender(deps) };
  addPriceRoutes(app, routes);
  addHistoryRoutes(app, routes);
  addStatusRoutes(app, routes);
  addWatchListRoute(app, routes);
  return { app, feeds };
}

/** The app before its routes: what holds for every request. The cheapest check comes first. */
export function createApp(deps: RelayDeps): ApiApp {
  // Hono's own `getPath` decodes, so `/api/%70rices` would reach a route whose query is then read wrongly.
  const getPath = (request: Request, options?: { env?: ApiEnv['Bindings'] }): string =>
    splitTarget(targetOfUrl(options?.env?.incoming.url ?? request.url)).path;
  const app = new Hono<ApiEnv>({ getPath });
  app.onError((error, c) => refuse(deps, c, error));
  app.notFound((c) => answerOtherMethods(app, c));
  app.use(reportRequests(app, deps), commonHeaders(deps), async (c, next) => {
    // A proxy passes on the name by which it is reached. A page that has rebound its own name can say so, but has no token.
    checkHost(c.req.header('Host'), deps.isLoopback && !isForwarded(c));
    checkReader(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'));
    // Hono would answer it as a GET.
    return c.req.method === 'HEAD' ? answerOtherMethods(app, c) : next();
  });
  return app;
}

/** Tells an extension that asks beforehand what it may send (CORS preflight). Throws HttpError 404 or 405 for all else. */
function answerOtherMethods({ routes }: ApiApp, c: ApiContext): Response {
  const { method, path } = c.req;
  const ofPath = routes.flatMap((route) => (route.path === path && route.method !== 'ALL' ? [route.method] : []));
  const allowed = [...new Set(ofPath)].join(', ') || 'GET';
  if (method === 'GET' && allowed === 'GET') throw new HttpError(404, 'there is nothing at this address');
  const isAsked = method === 'OPTIONS' && ofPath.length > 0 && isExtensionOrigin(c.req.header('Origin'));
  if (isAsked) return c.body(null, 204, preflightHeaders(allowed));
  throw new HttpError(405, `${allowed} only`, { Allow: allowed });
}

/** Any other error is a fault of the relay. Its message may quote a secret, so the client does not see it. */
function refuse({ reportProblem }: RelayDeps, c: ApiContext, error: Error): Response {
  const ofDisk = error instanceof StorageError && 'the relay cannot use its disk at the moment';
  const known = ofDisk ? new HttpError(503, ofDisk, retryAfterHeader(minuteMs)) : error;
  if (!(known instanceof HttpError)) reportProblem('a request failed', errorCode(error));
  const { status, message, headers } = known instanceof HttpError ? known : new HttpError(500, 'the relay failed');
  return sendUncached(c, status, JSON.stringify({ error: message }), headers);
}

/** Unknown paths share one name. */
const reportRequests =
  (app: ApiApp, { monotonicMs, reportRequest }: RelayDeps): ApiHandler =>
  async (c, next) => {
    const start = monotonicMs();
    c.set('bytes', 0);
    await next();
    const isKnown = app.routes.some(({ path }) => path === c.req.path);
    reportRequest(reportOf(c, isKnown ? c.req.path : 'other', monotonicMs() - start));
  };

/** `/healthz` and `/metrics`. A stranger learns whether the relay is ready, a program on this machine all. */
function addStatusRoutes(app: ApiApp, deps: RouteDeps): void {
  const { feeds, check, isLoopback, metrics } = deps;
  app.get('/healthz', async (c) => {
    const { ready, ...more } = await readHealth(deps);
    const isHere = isLoopback && !isForwarded(c);
    return sendUncached(c, ready ? 200 : 503, JSON.stringify({ ready, ...(isHere && more) }));
  });
  app.get('/metrics', check, checkOwner, async (c) =>
    sendUncached(c, 200, await metrics(feeds), { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }),
  );
}

/** Lists of one owner that are read a minute: an extension sends one at most. Those that are none cost as much. */
const putsPerMinute = 12;

/** PUT replaces a device's list, DELETE deletes it. The answer says by what the relay tells, if it does. */
function addWatchListRoute(app: ApiApp, deps: RouteDeps): void {
  const { alerts, check, limits, monotonicMs } = deps;
  const putLimit = createClientLimit(putsPerMinute, 'the watch list is sent too often');
  const countPuts: ApiHandler = (c, next) => {
    putLimit.take(ownerOf(clientOf(c)), monotonicMs());
    return next();
  };
  const countUnsent = createUnsentLimit(deps, limits.maxUnsentLists);
  app.on(['PUT', 'DELETE'], '/api/watch-list', check, countPuts, countUnsent, limitBody(maxSentBytes), async (c) => {
    await alerts.put(clientOf(c), c.req.method === 'PUT' ? await readList(c) : { staleMinutes: 1, items: [] });
    return sendUncached(c, 200, JSON.stringify({ channel: alerts.status().channel?.kind ?? null }));
  });
}

/** One takes up to 20 ms: other requests come between. */
const inTurn = createMutex();

async function readList(c: ApiContext): Promise<SentList> {
  if (!/^application\/json\b/i.test(c.req.header('Content-Type') ?? '')) throw new HttpError(400, 'JSON is expected');
  // A body that breaks off is its sender's fault, as any that is none.
  const bytes = new Uint8Array(await c.req.arrayBuffer().catch(() => new ArrayBuffer(0)));
  const list = await inTurn(() => setImmediate().then(() => parseSentList(bytes)));
  if (!list) throw new HttpError(400, 'this is no watch list');
  return list;
}

const deviceId = /^[\w-]{16,64}$/;

/** A relay that asks for no token knows none: there the origin counts, whatever is sent. @throws HttpError */
function clientOf(c: ApiContext): string {
  const origin = c.req.header('Origin');
  if (!isExtensionOrigin(origin)) throw new HttpError(403, 'only an extension has a watch list here');
  const device = new URLSearchParams(searchOf(c)).get('device') ?? '';
  if (!deviceId.test(device)) throw new HttpError(400, 'the device is missing');
  return `${c.get('client')?.upstreamShare.id ?? origin} ${device}`;
}
