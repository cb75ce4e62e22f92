import { AsyncLocalStorage } from 'node:async_hooks';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { readEnvironment, StartError } from '#protocol/environment.ts';
import { createRelay } from '#relay/http/handler.ts';
import { createApp } from '#relay/http/hono-app.ts';
import type { Reply } from '#relay/http/response.ts';
import { defaultLimits } from '#relay/limits.ts';
import { commonSchema, toCommon } from '#relay/settings.ts';
import { workerCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { createKvStore, type KvNamespace } from '#relay/storage/kv-store.ts';
import { noStore, type Store } from '#relay/storage/store.ts';
import { type Bytes, inlineBodies } from '#relay/upstream/body.ts';
import { describeOutcome } from '#relay/upstream/fetch-upstream.ts';

/** What a Worker is given beside its variables. */
interface Bindings {
  readonly SNAPSHOTS?: KvNamespace;
  readonly [variable: string]: unknown;
}

interface Context {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** A request's context, so that a refresh that it began may outlive its answer. */
const contexts = new AsyncLocalStorage<Context>();

const log = (line: Record<string, unknown>): void => console.log(JSON.stringify(line));

type App = Hono<{ Bindings: object }>;

let app: App | undefined;

/** The relay as a Cloudflare Worker: the app of the Node server, Workers KV in place of its folder (README, "Growth"). */
export default {
  async fetch(request: Request, bindings: Bindings, context: Context): Promise<Response> {
    try {
      app ??= assemble(bindings);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      log({ msg: error.message });
      return Response.json({ error: error.message }, { status: 503 });
    }
    const ready = app;
    return contexts.run(context, () => ready.fetch(asTheClientSent(request)));
  },
};

const cloudflare = z.object({ cf: z.object({ clientAcceptEncoding: z.string() }) });

/** Cloudflare puts its own `Accept-Encoding` in the place of the client's, which it tells apart from the headers. */
function asTheClientSent(request: Request): Request {
  const told = cloudflare.safeParse({ cf: 'cf' in request ? request.cf : undefined });
  if (!told.success) return request;
  const headers = new Headers(request.headers);
  headers.set('Accept-Encoding', told.data.cf.clientAcceptEncoding);
  return new Request(request, { headers });
}

function assemble(bindings: Bindings): App {
  const variables = Object.entries(bindings).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const settings = toCommon(readEnvironment(commonSchema, Object.fromEntries(variables)));
  if (settings.tokens.length === 0) throw new StartError('RELAY_TOKENS is missing: anybody can reach a Worker');
  const relay = createRelay({
    ...settings,
    limits: defaultLimits,
    store: storeOf(bindings.SNAPSHOTS, settings.priceApi.url),
    signal: undefined,
    now: Date.now,
    clock: Date.now,
    random: Math.random,
    fetch: (url, init) => fetch(url, init),
    bodies: inlineBodies,
    compressor: workerCompressor,
    loopbackOnly: false,
    background: (work) => contexts.getStore()?.waitUntil(work),
    metrics: undefined,
    problem: (msg, code) => log({ msg, code }),
    report: (source, outcome) => log({ msg: 'upstream', source, ...describeOutcome(outcome) }),
    observe: (request) => log({ msg: 'request', ...request }),
  });
  return createApp<object>(relay, { respond, header: (request, _, name) => request.headers.get(name) });
}

const storeOf = (namespace: KvNamespace | undefined, owner: string): Store =>
  namespace ? createKvStore({ namespace, owner, pack: gzip, unpack: gunzip, log: (msg) => log({ msg }) }) : noStore;

const gzip = (bytes: Bytes): Promise<Bytes> => pipe(bytes, new CompressionStream('gzip'));
const gunzip = (bytes: Bytes): Promise<Bytes> => pipe(bytes, new DecompressionStream('gzip'));

const pipe = async (bytes: Bytes, through: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** `encodeBody` keeps the runtime from compressing what is compressed. */
function respond(body: Reply['body'], init: { status: number; headers: Record<string, string> }): Response {
  const manual: ResponseInit & { encodeBody?: 'manual' } = { ...init, encodeBody: 'manual' };
  return new Response(body, manual);
}
