import { bearerToken } from '#protocol/bearer.ts';
import { HttpError } from '#protocol/http-error.ts';
import { errorCode } from '#relay/error-code.ts';
import { checkHost, checkReader, isExtensionOrigin } from '#relay/http/access.ts';
import { type Client, createAdmitClient } from '#relay/http/clients.ts';
import { preflightHeaders, uncached, withCommonHeaders } from '#relay/http/headers.ts';
import { createHistoryRoutes } from '#relay/http/history-routes.ts';
import { type RelayRequest, type RelayResponse, responseFactory } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';
import { createRoutes } from '#relay/http/routes.ts';
import { createWrongTokenLimit } from '#relay/http/wrong-tokens.ts';
import type { RelayParts } from '#relay/parts.ts';
import { compressorForRareBodies } from '#relay/snapshot/compressor.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { createFeeds, type Feeds } from '#relay/upstream/feeds.ts';

/** The relay's HTTP contract, independent of the framework. */
export interface RelayHandler {
  readonly routes: readonly Route[];
  /** Answers one request. `route` is the one of the request's path. */
  readonly handle: (request: RelayRequest, route: Route | undefined) => Promise<RelayResponse>;
}

/** A handler with its data, for the status page. */
export interface RelayWithFeeds extends RelayHandler {
  readonly feeds: Feeds;
}

export function createRelayHandler(parts: RelayParts): RelayWithFeeds {
  const createSnapshot = snapshotFactory(
    parts.compressor,
    parts.limits.maxDictionaries,
    parts.isSample ? 'sample-' : '',
  );
  const feeds = createFeeds({ ...parts, createSnapshot });
  const responseParts = {
    ...parts,
    hasTokens: parts.tokens.length > 0 || parts.invites !== undefined,
    isCacheable: !parts.isSample,
  };
  const createResponse = responseFactory(responseParts);
  const compressor = compressorForRareBodies(parts.compressor);
  const createItemResponse = responseFactory({ ...responseParts, compressor });
  const answer = createAnswer(parts);
  return {
    routes: [
      ...createRoutes(parts, feeds, createResponse),
      ...createHistoryRoutes({
        ...parts,
        createResponse,
        createItemResponse,
        createSnapshot,
        maxQueryBytes: parts.limits.maxQueryBytes,
      }),
    ],
    handle: (request, route) => handleRequest(parts, answer, request, route),
    feeds,
  };
}

type Answer = (request: RelayRequest, route: Route | undefined) => Promise<RelayResponse>;

/** Answers a permitted or a preflight request. Throws HttpError for any other request, cheapest check first. */
function createAnswer({ loopbackOnly, tokens, invites, limits, monotonicMs }: RelayParts): Answer {
  const admit = createAdmitClient(tokens, limits, invites);
  const checkWrongToken = createWrongTokenLimit(limits.wrongTokensPerMinute);
  const admitSender = ({ header, address }: RelayRequest): Client | undefined => {
    const authorization = header('authorization');
    try {
      return admit(authorization, monotonicMs());
    } catch (error) {
      const isWrong = error instanceof HttpError && error.status === 401 && bearerToken(authorization) !== '';
      if (isWrong) checkWrongToken(address(), monotonicMs());
      throw error;
    }
  };
  return async (request, route) => {
    const { method, header } = request;
    checkHost(header('host'), loopbackOnly);
    const origin = header('origin');
    checkReader(origin, header('sec-fetch-site'));
    if (method === 'OPTIONS' && route && isExtensionOrigin(origin))
      return { status: 204, headers: preflightHeaders(route.methods), body: null };
    const methods = route?.methods ?? ['GET'];
    const allowed = methods.join(', ');
    if (!methods.includes(method)) throw new HttpError(405, `${allowed} only`, { Allow: allowed });
    if (!route) throw new HttpError(404, 'there is nothing at this address');
    const client = route.isPublic ? undefined : admitSender(request);
    if (route.isForOwner && client?.isOwner === false) throw new HttpError(403, 'an invite does not open this');
    return route.handle(request, client);
  };
}

async function handleRequest(
  parts: RelayParts,
  answer: Answer,
  request: RelayRequest,
  route: Route | undefined,
): Promise<RelayResponse> {
  const start = parts.monotonicMs();
  const response = await answer(request, route).catch((error: unknown) => {
    if (!(error instanceof HttpError)) parts.reportProblem('a request failed', errorCode(error));
    return toErrorResponse(error);
  });
  report(parts, route?.path ?? 'other', response, parts.monotonicMs() - start);
  return { ...response, headers: withCommonHeaders(parts, request.header('origin'), response.headers) };
}

/** Any other error is a fault of the relay. Its message may quote a secret, so the client does not see it. */
function toErrorResponse(error: unknown): RelayResponse {
  const { status, message, headers } = error instanceof HttpError ? error : new HttpError(500, 'the relay failed');
  return {
    status,
    headers: { ...uncached('application/json'), ...headers },
    body: JSON.stringify({ error: message }),
  };
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
