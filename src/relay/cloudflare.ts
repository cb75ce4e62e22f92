import { AsyncLocalStorage } from 'node:async_hooks';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Bytes } from '#protocol/bytes.ts';
import { StartError } from '#protocol/environment.ts';
import { createMonotonicClock } from '#protocol/rate-limiter.ts';
import { readWorkerConfig } from '#relay/config.ts';
import { createRelayHandler } from '#relay/http/handler.ts';
import { createHonoApp } from '#relay/http/hono-app.ts';
import { targetOfUrl } from '#relay/http/request-target.ts';
import type { RelayResponse } from '#relay/http/response.ts';
import { defaultLimits } from '#relay/limits.ts';
import { workerCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { createKvStore, type KvNamespace } from '#relay/storage/kv-store.ts';
import { noStore, type SnapshotStore } from '#relay/storage/store.ts';
import { inlineBodyProcessor } from '#relay/upstream/body.ts';
import { describeOutcome } from '#relay/upstream/outcome.ts';

/** A Worker's bindings: a KV namespace beside its variables. */
interface Bindings {
  readonly SNAPSHOTS?: KvNamespace;
  readonly [variable: string]: unknown;
}

interface ExecutionContext {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The context of the current request, so that a refresh may outlive the response of the request that began it. */
const contexts = new AsyncLocalStorage<ExecutionContext>();

const log = (line: Record<string, unknown>): void => console.log(JSON.stringify(line));

type WorkerApp = Hono<{ Bindings: object }>;

let app: WorkerApp | undefined;

/** The relay as a Cloudflare Worker, with Workers KV as its store (README, "Growth"). */
export default {
  async fetch(request: Request, bindings: Bindings, context: ExecutionContext): Promise<Response> {
    try {
      app ??= createWorkerApp(bindings);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      log({ msg: error.message });
      return Response.json({ error: error.message }, { status: 503 });
    }
    const workerApp = app;
    return contexts.run(context, () => workerApp.fetch(withClientEncoding(request), {}));
  },
};

const cloudflareRequest = z.object({ cf: z.object({ clientAcceptEncoding: z.string() }) });

/** Cloudflare replaces the client's `Accept-Encoding` by its own, and keeps the original in `cf`. */
function withClientEncoding(request: Request): Request {
  const parsed = cloudflareRequest.safeParse({ cf: 'cf' in request ? request.cf : undefined });
  if (!parsed.success) return request;
  const headers = new Headers(request.headers);
  headers.set('Accept-Encoding', parsed.data.cf.clientAcceptEncoding);
  return new Request(request, { headers });
}

function createWorkerApp(bindings: Bindings): WorkerApp {
  const variables = Object.entries(bindings).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const config = readWorkerConfig(Object.fromEntries(variables));
  const handler = createRelayHandler({
    ...config,
    limits: defaultLimits,
    store: createStore(bindings.SNAPSHOTS, config.priceApi.url),
    signal: undefined,
    now: Date.now,
    monotonicMs: createMonotonicClock(Date.now),
    random: Math.random,
    fetch: (url, init) => fetch(url, init),
    bodyProcessor: inlineBodyProcessor,
    compressor: workerCompressor,
    loopbackOnly: false,
    invites: undefined,
    alerts: undefined,
    isSample: false,
    name: () => undefined,
    runInBackground: (work) => contexts.getStore()?.waitUntil(work),
    metrics: undefined,
    history: () => undefined,
    reportProblem: (msg, code) => log({ msg, code }),
    reportOutcome: (source, outcome) => log({ msg: 'upstream', source, ...describeOutcome(outcome) }),
    reportRequest: (request) => log({ msg: 'request', ...request }),
  });
  return createHonoApp<object>(handler, {
    target: ({ url }) => targetOfUrl(url),
    header: ({ headers }, _, name) => headers.get(name),
    address: ({ headers }) => headers.get('CF-Connecting-IP') ?? '',
    respond,
  });
}

const createStore = (namespace: KvNamespace | undefined, owner: string): SnapshotStore =>
  namespace
    ? createKvStore({ namespace, owner, compress: gzip, decompress: gunzip, log: (msg) => log({ msg }) })
    : noStore;

const gzip = (bytes: Bytes): Promise<Bytes> => pipe(bytes, new CompressionStream('gzip'));
const gunzip = (bytes: Bytes): Promise<Bytes> => pipe(bytes, new DecompressionStream('gzip'));

const pipe = async (bytes: Bytes, through: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** With `encodeBody: 'manual'` the runtime does not compress a compressed body again. */
function respond(body: RelayResponse['body'], init: { status: number; headers: Record<string, string> }): Response {
  const manual: ResponseInit & { encodeBody?: 'manual' } = { ...init, encodeBody: 'manual' };
  return new Response(body, manual);
}
