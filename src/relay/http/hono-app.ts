import { type Context, Hono } from 'hono';
import type { Relay } from '#relay/http/handler.ts';
import { type Reply, targetOf } from '#relay/http/response.ts';
import type { Route } from '#relay/http/routes.ts';

/** What a platform's own types are read and made with. */
export interface Platform<Env> {
  /** A request header by its name in lower case; Node has them at hand, which is faster than a Headers object. */
  readonly header: (request: Request, env: Env, name: string) => string | null;
  /** Makes the response; a Worker has to be told that bodies are compressed already. */
  readonly respond: (body: Reply['body'], init: { status: number; headers: Record<string, string> }) => Response;
}

/** The relay as a Hono app, for every platform that has Web-standard requests. */
export function createApp<Env extends object>(relay: Relay, platform: Platform<Env>): Hono<{ Bindings: Env }> {
  const app = new Hono<{ Bindings: Env }>();
  const answer = (c: Context<{ Bindings: Env }>, route: Route | undefined): Response | Promise<Response> => {
    const { raw } = c.req;
    const header = (name: string) => platform.header(raw, c.env, name);
    const send = ({ body, status, headers }: Reply) => platform.respond(body, { status, headers });
    return relay.answer({ method: raw.method, target: targetOf(raw.url), header }, route, send);
  };
  for (const route of relay.routes) app.all(route.path, (c) => answer(c, route));
  app.notFound((c) => answer(c, undefined));
  return app;
}
