import { Hono } from 'hono';
import { HttpError } from '#protocol/http-error.ts';
import { checkHost, checkReader, isExtensionOrigin } from '#relay/api/access.ts';
import {
  type ApiApp,
  type ApiContext,
  type ApiEnv,
  type ApiHandler,
  splitTarget,
  targetOfUrl,
} from '#relay/api/api-context.ts';
import { checkInvite } from '#relay/api/check-invite.ts';
import { commonHeaders, preflightHeaders, sendUncached } from '#relay/api/headers.ts';
import { addHistoryRoutes } from '#relay/api/history-routes.ts';
import { addPriceRoutes } from '#relay/api/price-routes.ts';
import { dataSender } from '#relay/api/response.ts';
import { addStatusRoutes } from '#relay/api/status-routes.ts';
import { addWatchListRoute } from '#relay/api/watch-list-route.ts';
import type { RelayDeps } from '#relay/deps.ts';
import { errorCode } from '#relay/error-code.ts';
import { fastCompressor } from '#relay/feeds/compressor.ts';
import { createFeeds } from '#relay/feeds/feeds.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

/** The relay's HTTP contract, with its data for the status page. */
export function createApi(deps: RelayDeps) {
  const etagPrefix = deps.isSample ? 'sample-' : '';
  const createSnapshot = snapshotFactory(deps.compressor, deps.limits.maxDictionaries, etagPrefix);
  const feeds = createFeeds({ ...deps, createSnapshot });
  const hasTokens = deps.tokens.length > 0 || deps.invites !== undefined;
  const sending = { ...deps, hasTokens, isCacheable: !deps.isSample };
  const send = dataSender(sending);
  const sendFast = dataSender({ ...sending, compressor: fastCompressor(deps.compressor) });
  const check = checkInvite(deps);
  const app = createApp(deps);
  addPriceRoutes(app, { ...deps, feeds, check, send });
  addHistoryRoutes(app, { ...deps, createSnapshot, check, send, sendFast });
  addStatusRoutes(app, { ...deps, feeds, check });
  if (deps.alerts) addWatchListRoute(app, deps.alerts, check);
  return { app, feeds };
}

type AppDeps = Pick<
  RelayDeps,
  'isSample' | 'name' | 'loopbackOnly' | 'monotonicMs' | 'reportRequest' | 'reportProblem'
>;

/** The app before its routes: what holds for every request. The cheapest check comes first. */
export function createApp(deps: AppDeps): ApiApp {
  // Hono's own `getPath` decodes, so `/api/%70rices` would reach a route whose query is then read wrongly.
  const getPath = (request: Request, options?: { env?: ApiEnv['Bindings'] }): string =>
    splitTarget(targetOfUrl(options?.env?.incoming.url ?? request.url)).path;
  const app = new Hono<ApiEnv>({ getPath });
  app.onError((error, c) => refuse(deps, c, error));
  app.notFound((c) => answerOtherMethods(app, c));
  app.use(reportRequests(app, deps), commonHeaders(deps), async (c, next) => {
    checkHost(c.req.header('Host'), deps.loopbackOnly);
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
function refuse({ reportProblem }: AppDeps, c: ApiContext, error: Error): Response {
  const known = knownError(error);
  if (!known) reportProblem('a request failed', errorCode(error));
  const { status, message, headers } = known ?? new HttpError(500, 'the relay failed');
  return sendUncached(c, status, JSON.stringify({ error: message }), headers);
}

function knownError(error: Error): HttpError | undefined {
  if (error instanceof StorageError)
    return new HttpError(503, 'the relay cannot use its disk at the moment', { 'Retry-After': '60' });
  return error instanceof HttpError ? error : undefined;
}

/** Unknown paths share one name. */
const reportRequests =
  (app: ApiApp, { monotonicMs, reportRequest }: AppDeps): ApiHandler =>
  async (c, next) => {
    const start = monotonicMs();
    c.set('bytes', 0);
    await next();
    reportRequest({
      route: app.routes.some(({ path }) => path === c.req.path) ? c.req.path : 'other',
      status: c.res.status,
      ms: Math.round((monotonicMs() - start) * 10) / 10,
      bytes: c.get('bytes'),
      encoding: c.get('coding'),
      cache: c.res.headers.get('Cache-Status') ?? undefined,
    });
  };
