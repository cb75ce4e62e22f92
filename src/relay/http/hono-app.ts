import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import type { Bytes } from '#protocol/bytes.ts';
import { HttpError } from '#protocol/http-error.ts';
import { BodyTooLargeError, readBody } from '#protocol/read-body.ts';
import type { RelayHandler } from '#relay/http/handler.ts';
import { splitTarget, targetOfUrl } from '#relay/http/request-target.ts';
import type { RelayRequest, RelayResponse } from '#relay/http/response.ts';
import type { Route } from '#relay/http/route.ts';

/** What the relay reads of Node's own request: a Web-standard one has a normalised URL, and joins no `Host` headers. */
export interface RelayBindings {
  readonly incoming: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
}

type AppContext = Context<{ Bindings: RelayBindings }>;

/** The relay as a Hono app. */
export function createHonoApp(handler: RelayHandler): Hono<{ Bindings: RelayBindings }> {
  // Hono's own `getPath` decodes, so `/api/%70rices` would reach a route whose query is then read wrongly.
  const getPath = (request: Request, options?: { env?: RelayBindings }): string =>
    splitTarget(options?.env ? targetOf(options.env) : request.url).path;
  const app = new Hono<{ Bindings: RelayBindings }>({ getPath });
  const handle = async (c: AppContext, route: Route | undefined): Promise<Response> =>
    toResponse(await handler.handle(toRelayRequest(c), route));
  for (const route of handler.routes) app.all(route.path, (c) => handle(c, route));
  app.notFound((c) => handle(c, undefined));
  app.onError(() => new Response(null, { status: 500 }));
  return app;
}

const targetOf = ({ incoming }: RelayBindings): string => targetOfUrl(incoming.url ?? '');

/** @throws TypeError for a header that cannot be sent: Node would find that out when it is too late for another answer */
const toResponse = ({ body, status, headers }: RelayResponse): Response =>
  new Response(body, { status, headers: new Headers(headers) });

const toRelayRequest = ({ req: { raw }, env }: AppContext): RelayRequest => ({
  method: raw.method,
  target: targetOf(env),
  header: (name) => headerOf(env, name),
  address: () => env.incoming.socket.remoteAddress ?? '',
  body: (maxBytes) => readRequestBody(raw, maxBytes),
});

function headerOf({ incoming }: RelayBindings, name: string): string | null {
  if (name === 'host') return allHosts(incoming.rawHeaders);
  const value = incoming.headers[name];
  return (typeof value === 'object' ? value[0] : value) ?? null;
}

/** Every `Host` header, joined as other headers are. Node keeps the first one alone. */
export function allHosts(rawHeaders: readonly string[]): string | null {
  let hosts: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    const value = rawHeaders[at + 1] ?? '';
    hosts = hosts === null ? value : `${hosts}, ${value}`;
  }
  return hosts;
}

async function readRequestBody(raw: Request, maxBytes: number): Promise<Bytes> {
  try {
    return await readBody(new Response(raw.body), maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw new HttpError(413, 'the body is too large', { Connection: 'close' });
    throw error;
  }
}
