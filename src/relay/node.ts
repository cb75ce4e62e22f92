import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listen, type NodeBindings, type RunningServer, StartError } from '#protocol/node-server.ts';
import { readSettings, type Settings } from '#relay/config.ts';
import { createRelay, type RelayParts } from '#relay/http/handler.ts';
import { createApp } from '#relay/http/hono-app.ts';
import { createDirect, headerOf } from '#relay/http/node-listener.ts';
import { defaultLimits, type Limits } from '#relay/limits.ts';
import { createLog, type Log } from '#relay/log.ts';
import { createMetrics } from '#relay/metrics.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { createDiskStore } from '#relay/storage/disk-store.ts';
import { createThreadedBodies } from '#relay/upstream/body-thread.ts';

/**
 * Starts a relay on Node from environment variables (README, "Environment").
 * @param limits what differs from the limits in service; for tests and benches
 * @throws StartError when something is missing, bad, or cannot be had
 */
export async function startRelay(
  env: Record<string, string | undefined>,
  limits: Partial<Limits> = {},
): Promise<RunningServer> {
  const settings = readSettings(env);
  await makeFolder(settings.cacheDir);
  const log = await createLog(settings.log);
  const bounds = { ...defaultLimits, ...limits };
  const store = createDiskStore({
    folder: settings.cacheDir,
    owner: settings.priceApi.url,
    max: bounds.maxFeeds,
    log: log.problem,
  });
  const closing = new AbortController();
  const bodies = createThreadedBodies(join(settings.cacheDir, 'code'));
  const relay = createRelay(assemble({ settings, limits: bounds, log, store, bodies, signal: closing.signal }));
  const app = createApp<NodeBindings>(relay, {
    header: (_, { incoming }, name) => headerOf(incoming, name),
    respond: (body, init) => new Response(body, init),
  });
  const { url, close } = await listen({
    fetch: app.fetch,
    direct: createDirect(relay),
    host: settings.host,
    port: settings.port,
    idleMs: bounds.idleMs,
    serverOptions: {
      requestTimeout: bounds.headMs,
      connectionsCheckingInterval: Math.min(bounds.headMs, 5000),
      maxHeaderSize: 8192,
      keepAliveTimeout: 5000,
      optimizeEmptyRequests: true,
    },
  });
  return {
    url,
    async close(graceMs) {
      await close(graceMs);
      closing.abort();
      await Promise.all([bodies.close(), store.close()]);
      await log.flush();
    },
  };
}

interface Made extends Pick<RelayParts, 'limits' | 'store' | 'bodies' | 'signal'> {
  readonly settings: Settings;
  readonly log: Log;
}

function assemble({ settings, log, ...made }: Made): RelayParts {
  const metrics = createMetrics();
  const now = Date.now;
  return {
    ...settings,
    ...made,
    now,
    random: Math.random,
    clock: () => performance.now(),
    fetch,
    compressor: nodeCompressor,
    loopbackOnly: settings.isLoopback,
    background: () => undefined,
    metrics: (data) => metrics.text(data, now()),
    problem: log.problem,
    report(source, outcome) {
      metrics.upstream(outcome);
      log.upstream(source, outcome);
    },
    observe(request) {
      metrics.request(request);
      log.request(request);
    },
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error';
    throw new StartError(`RELAY_CACHE_DIR is not usable: ${why}`);
  }
}
