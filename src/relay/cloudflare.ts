import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { StartError } from '#protocol/environment.ts';
import { createMonotonicClock } from '#protocol/rate-limiter.ts';
import { type Bindings, logLine, type ObjectStub, readBindings } from '#relay/cloudflare/bindings.ts';
import { createPollerClient } from '#relay/cloudflare/poller-client.ts';
import { pollerPaths } from '#relay/cloudflare/poller-messages.ts';
import { createWorkerHistory } from '#relay/cloudflare/worker-history.ts';
import type { PriceApi } from '#relay/config.ts';
import { createRelayHandler } from '#relay/http/handler.ts';
import { createHonoApp } from '#relay/http/hono-app.ts';
import { targetOfUrl } from '#relay/http/request-target.ts';
import type { RelayResponse } from '#relay/http/response.ts';
import { defaultLimits } from '#relay/limits.ts';
import { workerCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { noStore } from '#relay/storage/store.ts';
import { inlineBodyProcessor } from '#relay/upstream/body.ts';

export { Poller } from '#relay/cloudflare/poller.ts';

interface ExecutionContext {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The context of the current request, so that a refresh may outlive the response of the request that began it. */
const contexts = new AsyncLocalStorage<ExecutionContext>();

type WorkerApp = Hono<{ Bindings: object }>;

let app: WorkerApp | undefined;

/**
 * The relay on Cloudflare: Workers that answer, and the Durable Object that polls for all of them (`Poller`; README,
 * "Growth").
 */
export default {
  async fetch(request: Request, bindings: Bindings, context: ExecutionContext): Promise<Response> {
    try {
      app ??= createWorkerApp(bindings);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      logLine({ msg: error.message });
      return Response.json({ error: error.message }, { status: 503 });
    }
    const workerApp = app;
    return contexts.run(context, () => workerApp.fetch(withClientEncoding(request), {}));
  },

  /** The cron trigger. It wakes the object that polls, for the history. */
  async scheduled(_: unknown, bindings: Bindings): Promise<void> {
    const { config } = readBindings(bindings);
    const response = await pollerOf(bindings, config.priceApi).fetch(`https://poller${pollerPaths.tick}`);
    await response.body?.cancel();
  },
};

/** The one object of a price API and key: another key begins with another object, which knows of no pause. */
function pollerOf({ POLLER }: Bindings, { url, key }: PriceApi): ObjectStub {
  if (!POLLER) throw new StartError('POLLER is missing: the Worker needs its Durable Object');
  const name = createHash('sha256').update(`${url}\n${key}`).digest('hex');
  return POLLER.get(POLLER.idFromName(name));
}

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
  const { config, kv, historyDatabase } = readBindings(bindings);
  const poller = (): ObjectStub => pollerOf(bindings, config.priceApi);
  poller();
  const reportProblem = (msg: string, code: string): void => logLine({ msg, code });
  const common = {
    now: Date.now,
    monotonicMs: createMonotonicClock(Date.now),
    random: Math.random,
    // The object writes; a Worker reads.
    store: { ...noStore, load: kv.load },
    runInBackground: (work: Promise<unknown>) => contexts.getStore()?.waitUntil(work),
    reportProblem,
    limits: defaultLimits,
  };
  const client = { ...common, poller, kv };
  const history = historyDatabase && createWorkerHistory({ ...client, database: historyDatabase });
  const handler = createRelayHandler({
    ...config,
    ...common,
    signal: undefined,
    fetch: () => Promise.reject(new Error('a Worker asks no upstream')),
    openShared: (keyLimits) => createPollerClient(client, keyLimits),
    bodyProcessor: inlineBodyProcessor,
    compressor: workerCompressor,
    loopbackOnly: false,
    invites: undefined,
    alerts: undefined,
    isSample: false,
    name: () => undefined,
    metrics: undefined,
    history: () => history,
    reportOutcome: () => undefined,
    reportRequest: (request) => logLine({ msg: 'request', ...request }),
  });
  return createHonoApp<object>(handler, {
    target: ({ url }) => targetOfUrl(url),
    header: ({ headers }, _, name) => headers.get(name),
    address: ({ headers }) => headers.get('CF-Connecting-IP') ?? '',
    respond,
  });
}

/** With `encodeBody: 'manual'` the runtime does not compress a compressed body again. */
function respond(body: RelayResponse['body'], init: { status: number; headers: Record<string, string> }): Response {
  const manual: ResponseInit & { encodeBody?: 'manual' } = { ...init, encodeBody: 'manual' };
  return new Response(body, manual);
}
