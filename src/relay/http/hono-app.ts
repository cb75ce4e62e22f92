import { type Context, Hono } from 'hono';
import type { Bytes } from '#protocol/bytes.ts';
import { HttpError } from '#protocol/http-error.ts';
import { BodyTooLargeError, readBody } from '#protocol/read-body.ts';
import type { RelayHandler } from '#relay/http/handler.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { RelayResponse } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';

/** How a platform reads requests and makes responses. */
export interface Platform<Env> {
  /** Path and query as the client wrote them, as far as the platform still knows. */
  readonly target: (request: Request, env: Env) => string;
  /** A request header by its lower-case name. */
  readonly header: (request: Request, env: Env, name: string) => string | null;
  /** The client's address, or '' where the platform does not tell. */
  readonly address: (request: Request, env: Env) => string;
  readonly respond: (
    body: RelayResponse['body'],
    init: { status: number; headers: Record<string, string> },
  ) => Response;
}

/** The relay as a Hono app. */
export function createHonoApp<Env extends object>(
  handler: RelayHandler,
  { target, header, address, respond }: Platform<Env>,
): Hono<{ Bindings: Env }> {
  type AppContext = Context<{ Bindings: Env }>;
  // Hono's own `getPath` decodes, so `/api/%70rices` would reach a route whose query is then read wrongly.
  const getPath = (request: Request, options?: { env?: Env }): string =>
    splitTarget(options?.env ? target(request, options.env) : request.url).path;
  const app = new Hono<{ Bindings: Env }>({ getPath });
  const toResponse = ({ body, status, headers }: RelayResponse): Response => respond(body, { status, headers });
  const handle = ({ req: { raw }, env }: AppContext, route: Route | undefined): Response | Promise<Response> => {
    const request = {
      method: raw.method,
      target: target(raw, env),
      header: (name: string) => header(raw, env, name),
      address: () => address(raw, env),
      body: (maxBytes: number) => readRequestBody(raw, maxBytes),
    };
    const response = handler.handle(request, route);
    return response instanceof Promise ? response.then(toResponse) : toResponse(response);
  };
  for (const route of handler.routes) app.all(route.path, (c) => handle(c, route));
  app.notFound((c) => handle(c, undefined));
  return app;
}

async function readRequestBody(raw: Request, maxBytes: number): Promise<Bytes> {
  try {
    return await readBody(new Response(raw.body), maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new HttpError(413, 'the body is too large', { Connection: 'close' });
    throw error;
  }
}
