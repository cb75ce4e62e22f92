import { type Context, Hono } from 'hono';
import { checkHost, cors, createCheckToken, isExtensionOrigin, isWebOrigin } from '#relay/access.ts';
import type { Compressor } from '#relay/compressor.ts';
import { createData, type DataParts } from '#relay/data.ts';
import { codeOf } from '#relay/fault.ts';
import { createHealth } from '#relay/health.ts';
import { Refusal } from '#relay/refusal.ts';
import { type Asked, createMakeReply, type Reply } from '#relay/reply.ts';
import { createRoutes, type Route } from '#relay/routes.ts';
import { createPublish } from '#relay/snapshot.ts';

/** What is told of every request that was answered; nothing in it is secret. */
export interface RequestReport {
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  readonly encoding: string | undefined;
  readonly cache: string | undefined;
}

/** Everything that differs between Node and a Worker, and between service and tests, is handed in. */
export interface AppParts<Env> extends Basics {
  /** A request header by its name in lower case; Node has them at hand, which is faster than a Headers object. */
  readonly header: (request: Request, env: Env, name: string) => string | null;
}

/** All of it that does not depend on the platform's own types. */
export interface Basics extends Omit<DataParts, 'publish'> {
  readonly tokens: readonly string[];
  /** Whether only loopback's own names are served. */
  readonly loopbackOnly: boolean;
  readonly compressor: Compressor;
  readonly observe: (request: RequestReport) => void;
  /** The text of `/metrics`; without it the route does not exist. */
  readonly metrics: ((data: ReturnType<typeof createData>) => Promise<string>) | undefined;
  /** Makes the response; a Worker has to be told that bodies are compressed already. */
  readonly respond: (body: Reply['body'], init: { status: number; headers: Record<string, string> }) => Response;
  /** Monotonic, in ms. */
  readonly clock: () => number;
}

const preflight: Reply = {
  status: 204,
  headers: {
    ...cors,
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
    'Access-Control-Max-Age': '7200',
  },
  body: null,
};

/** The relay's whole HTTP contract as one Hono app. */
export function createApp<Env extends object>(parts: AppParts<Env>): Hono<{ Bindings: Env }> {
  const health = createHealth();
  const report: AppParts<Env>['report'] = (source, outcome) => {
    health.note(source, outcome);
    parts.report(source, outcome);
  };
  const publish = createPublish(parts.compressor, parts.limits.maxDictionaries);
  const data = createData({ ...parts, report, publish });
  const makeReply = createMakeReply({ ...parts, hasTokens: parts.tokens.length > 0 });
  const admit = createAdmit(parts);
  const app = new Hono<{ Bindings: Env }>();
  const answer = (c: Context<{ Bindings: Env }>, route: Route | undefined): Response | Promise<Response> => {
    const { raw } = c.req;
    const header = (name: string) => parts.header(raw, c.env, name);
    return answerOne(parts, { method: raw.method, url: raw.url, header }, route, admit);
  };
  for (const route of createRoutes(parts, data, makeReply, health)) app.all(route.path, (c) => answer(c, route));
  app.notFound((c) => answer(c, undefined));
  return app;
}

type Admit = (asked: Asked, route: Route | undefined) => Route | Reply;

/** Who may come in, cheapest question first: throws Refusal, or answers a preflight, or names the route. */
function createAdmit({ loopbackOnly, tokens, limits, now }: Basics): Admit {
  const checkToken = createCheckToken(tokens, limits.clientPerMinute);
  return ({ method, header }, route) => {
    if (loopbackOnly) checkHost(header('host'));
    if (method === 'OPTIONS' && route && isExtensionOrigin(header('origin'))) return preflight;
    if (method !== 'GET') throw new Refusal(405, 'GET only', { Allow: 'GET' });
    if (!route) throw new Refusal(404, 'there is nothing at this address');
    if (!route.open) checkToken(header('authorization'), now());
    return route;
  };
}

function answerOne(parts: Basics, asked: Asked, route: Route | undefined, admit: Admit): Response | Promise<Response> {
  const start = parts.clock();
  const done = (reply: Reply) => finish(parts, asked, route?.path ?? 'other', reply, start);
  const fail = (error: unknown) => {
    if (!(error instanceof Refusal)) parts.problem('a request failed', codeOf(error));
    return done(toErrorReply(error));
  };
  try {
    const admitted = admit(asked, route);
    const reply = 'serve' in admitted ? admitted.serve(asked) : admitted;
    return reply instanceof Promise ? reply.then(done).catch(fail) : done(reply);
  } catch (error) {
    return fail(error);
  }
}

/** An unforeseen error is the relay's own: its text may quote anything, so it is not told. */
function toErrorReply(error: unknown): Reply {
  const { status, message, headers } = error instanceof Refusal ? error : new Refusal(500, 'the relay failed');
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...cors, ...headers },
    body: JSON.stringify({ error: message }),
  };
}

/** What a page of the web asked for is not theirs to read, nor a shared cache's to keep for others. */
function withoutCors(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !Object.hasOwn(cors, name));
  return { ...Object.fromEntries(kept), 'Cache-Control': 'private, no-store' };
}

function finish(parts: Basics, asked: Asked, route: string, reply: Reply, start: number): Response {
  const { status, body, encoding } = reply;
  const isWeb = isWebOrigin(asked.header('origin'));
  const headers = isWeb ? withoutCors(reply.headers) : reply.headers;
  parts.observe({
    route,
    status,
    ms: Math.round((parts.clock() - start) * 10) / 10,
    bytes: body?.length ?? 0,
    encoding,
    cache: reply.headers['Cache-Status'],
  });
  return parts.respond(body, { status, headers });
}
