import { codeOf } from '#relay/error-code.ts';
import { checkHost, cors, createCheckToken, isExtensionOrigin, isWebOrigin } from '#relay/http/access.ts';
import { Refusal } from '#relay/http/http-error.ts';
import { type Asked, createMakeReply, type Reply } from '#relay/http/response.ts';
import { createRoutes, type Route } from '#relay/http/routes.ts';
import type { Compressor } from '#relay/snapshot/compressor.ts';
import { createPublish } from '#relay/snapshot/snapshot.ts';
import { createData, type DataParts } from '#relay/upstream/feeds.ts';
import { createHealth } from '#relay/upstream/health.ts';

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
export interface RelayParts extends Omit<DataParts, 'publish'> {
  readonly tokens: readonly string[];
  /** Whether only loopback's own names are served. */
  readonly loopbackOnly: boolean;
  readonly compressor: Compressor;
  readonly observe: (request: RequestReport) => void;
  /** The text of `/metrics`; without it the route does not exist. */
  readonly metrics: ((data: ReturnType<typeof createData>) => Promise<string>) | undefined;
  /** Monotonic, in ms. */
  readonly clock: () => number;
}

/** The relay's whole HTTP contract, of no framework: what differs is how a request is read and an answer is sent. */
export interface Relay {
  readonly routes: readonly Route[];
  /** Answers one request; `route` is the one whose path it names, `send` is called once, at once where nothing is awaited. */
  readonly answer: <T>(asked: Asked, route: Route | undefined, send: (reply: Reply) => T) => T | Promise<T>;
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

/** The relay without its server: requests in, replies out, with clock, network, disk and log handed in. */
export function createRelay(parts: RelayParts): Relay {
  const health = createHealth();
  const report: RelayParts['report'] = (source, outcome) => {
    health.note(source, outcome);
    parts.report(source, outcome);
  };
  const publish = createPublish(parts.compressor, parts.limits.maxDictionaries);
  const data = createData({ ...parts, report, publish });
  const makeReply = createMakeReply({ ...parts, hasTokens: parts.tokens.length > 0 });
  const admit = createAdmit(parts);
  return {
    routes: createRoutes(parts, data, makeReply, health),
    answer: (asked, route, send) => answerOne(parts, admit, asked, route, send),
  };
}

type Admit = (asked: Asked, route: Route | undefined) => Route | Reply;

/** Who may come in, cheapest question first: throws Refusal, or answers a preflight, or names the route. */
function createAdmit({ loopbackOnly, tokens, limits, now }: RelayParts): Admit {
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

function answerOne<T>(
  parts: RelayParts,
  admit: Admit,
  asked: Asked,
  route: Route | undefined,
  send: (reply: Reply) => T,
): T | Promise<T> {
  const start = parts.clock();
  const done = (reply: Reply) => send(finish(parts, asked, route?.path ?? 'other', reply, start));
  const fail = (error: unknown) => {
    if (!(error instanceof Refusal)) parts.problem('a request failed', codeOf(error));
    return done(toErrorReply(error));
  };
  let reply: Reply | Promise<Reply>;
  try {
    const admitted = admit(asked, route);
    reply = 'serve' in admitted ? admitted.serve(asked) : admitted;
  } catch (error) {
    return fail(error);
  }
  return reply instanceof Promise ? reply.then(done, fail) : done(reply);
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

/** Tells of the answer, and takes from it what is not for who asked. */
function finish(parts: RelayParts, asked: Asked, route: string, reply: Reply, start: number): Reply {
  const { status, headers, body, encoding } = reply;
  parts.observe({
    route,
    status,
    ms: Math.round((parts.clock() - start) * 10) / 10,
    bytes: body?.length ?? 0,
    encoding,
    cache: headers['Cache-Status'],
  });
  return isWebOrigin(asked.header('origin')) ? { ...reply, headers: withoutCors(headers) } : reply;
}
