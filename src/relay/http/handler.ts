import { HttpError } from '#protocol/http-error.ts';
import { errorCode } from '#relay/error-code.ts';
import { checkHost, cors, createCheckToken, isExtensionOrigin, isWebOrigin } from '#relay/http/access.ts';
import { type RelayRequest, type RelayResponse, responseFactory } from '#relay/http/response.ts';
import { createRoutes, type Route } from '#relay/http/routes.ts';
import type { RelayParts } from '#relay/parts.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { createFeeds } from '#relay/upstream/feeds.ts';

/** The relay's HTTP contract, independent of framework and platform. */
export interface RelayHandler {
  readonly routes: readonly Route[];
  /** Answers one request, at once where nothing is awaited. `route` is the one of the request's path. */
  readonly handle: (request: RelayRequest, route: Route | undefined) => RelayResponse | Promise<RelayResponse>;
}

const preflight: RelayResponse = {
  status: 204,
  headers: {
    ...cors,
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
    'Access-Control-Max-Age': '7200',
  },
  body: null,
};

export function createRelayHandler(parts: RelayParts): RelayHandler {
  const createSnapshot = snapshotFactory(parts.compressor, parts.limits.maxDictionaries);
  const feeds = createFeeds({ ...parts, createSnapshot });
  const createResponse = responseFactory({ ...parts, hasTokens: parts.tokens.length > 0 });
  const answer = createAnswer(parts);
  return {
    routes: createRoutes(parts, feeds, createResponse),
    handle: (request, route) => handleRequest(parts, answer, request, route),
  };
}

type Answer = (request: RelayRequest, route: Route | undefined) => RelayResponse | Promise<RelayResponse>;

/** Answers a permitted or a preflight request. Throws HttpError for any other request, cheapest check first. */
function createAnswer({ loopbackOnly, tokens, limits, monotonicMs }: RelayParts): Answer {
  const checkToken = createCheckToken(tokens, limits.clientPerMinute);
  return (request, route) => {
    const { method, header } = request;
    if (loopbackOnly) checkHost(header('host'));
    if (method === 'OPTIONS' && route && isExtensionOrigin(header('origin'))) return preflight;
    if (method !== 'GET') throw new HttpError(405, 'GET only', { Allow: 'GET' });
    if (!route) throw new HttpError(404, 'there is nothing at this address');
    const token = route.isPublic ? undefined : checkToken(header('authorization'), monotonicMs());
    return route.handle(request, token);
  };
}

function handleRequest(
  parts: RelayParts,
  answer: Answer,
  request: RelayRequest,
  route: Route | undefined,
): RelayResponse | Promise<RelayResponse> {
  const start = parts.monotonicMs();
  const succeed = (response: RelayResponse): RelayResponse => {
    report(parts, route?.path ?? 'other', response, parts.monotonicMs() - start);
    return isWebOrigin(request.header('origin')) ? { ...response, headers: withoutCors(response.headers) } : response;
  };
  const fail = (error: unknown): RelayResponse => {
    if (!(error instanceof HttpError)) parts.reportProblem('a request failed', errorCode(error));
    return succeed(toErrorResponse(error));
  };
  let response: RelayResponse | Promise<RelayResponse>;
  try {
    response = answer(request, route);
  } catch (error) {
    return fail(error);
  }
  return response instanceof Promise ? response.then(succeed, fail) : succeed(response);
}

/** Any other error is a fault of the relay. Its message may quote a secret, so the client does not see it. */
function toErrorResponse(error: unknown): RelayResponse {
  const { status, message, headers } = error instanceof HttpError ? error : new HttpError(500, 'the relay failed');
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...cors, ...headers },
    body: JSON.stringify({ error: message }),
  };
}

/** A web page may not read the response, and a shared cache may not keep it for others. */
function withoutCors(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !Object.hasOwn(cors, name));
  return { ...Object.fromEntries(kept), 'Cache-Control': 'private, no-store' };
}

function report({ reportRequest }: RelayParts, route: string, response: RelayResponse, durationMs: number): void {
  const { status, headers, body, encoding } = response;
  reportRequest({
    route,
    status,
    ms: Math.round(durationMs * 10) / 10,
    bytes: body?.length ?? 0,
    encoding,
    cache: headers['Cache-Status'],
  });
}
