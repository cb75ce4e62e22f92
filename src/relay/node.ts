import { type NodeBindings, type RunningServer, startServer } from '#protocol/node-server.ts';
import { type NodeConfig, readNodeConfig } from '#relay/config.ts';
import { extensionSources } from '#relay/extension-sources.ts';
import { createRelayHandler } from '#relay/http/handler.ts';
import { createHonoApp } from '#relay/http/hono-app.ts';
import { targetOfUrl } from '#relay/http/request-target.ts';
import { defaultLimits, type RelayLimits } from '#relay/limits.ts';
import { createLog, type RelayLog } from '#relay/log.ts';
import { createMetrics } from '#relay/metrics.ts';
import type { RelayParts } from '#relay/parts.ts';
import { createNodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { createDiskStore } from '#relay/storage/disk-store.ts';
import { makeCacheFolder } from '#relay/storage/make-folder.ts';
import { createThreadedBodyProcessor } from '#relay/upstream/body-thread.ts';

/**
 * Starts a relay on Node from environment variables (README, "Environment").
 * @param limits overrides of the default limits, for tests and benchmarks
 * @throws StartError when a variable is missing or bad, or a file or address cannot be used
 */
export async function startRelay(
  env: Record<string, string | undefined>,
  limits: Partial<RelayLimits> = {},
): Promise<RunningServer> {
  const config = readNodeConfig(env);
  await makeCacheFolder(config.cacheDir);
  const log = await createLog(config.log);
  const allLimits = { ...defaultLimits, ...limits };
  const store = createDiskStore({
    folder: config.cacheDir,
    owner: config.priceApi.url,
    keep: extensionSources,
    max: allLimits.maxFeeds,
    timeoutMs: allLimits.diskTimeoutMs,
    log: log.problem,
  });
  const closing = new AbortController();
  const compressing = new AbortController();
  const bodyProcessor = createThreadedBodyProcessor();
  const handler = createRelayHandler(
    assemble({
      config,
      limits: allLimits,
      log,
      store,
      bodyProcessor,
      compressor: createNodeCompressor(compressing.signal),
      signal: closing.signal,
    }),
  );
  const { url, close } = await startServer({
    fetch: createNodeApp(handler).fetch,
    host: config.host,
    port: config.port,
    idleTimeoutMs: allLimits.idleTimeoutMs,
    serverOptions: {
      requestTimeout: allLimits.requestHeadTimeoutMs,
      connectionsCheckingInterval: Math.min(allLimits.requestHeadTimeoutMs, 5000),
      maxHeaderSize: 8192,
      keepAliveTimeout: 5000,
      optimizeEmptyRequests: true,
    },
  });
  return {
    url,
    async close(graceMs) {
      compressing.abort();
      await close(graceMs);
      closing.abort();
      await Promise.all([bodyProcessor.close(), store.close()]);
      await log.flush();
    },
  };
}

/** Reads targets and headers from Node's own request: a Web-standard one has a normalised URL, and is slower to read. */
export const createNodeApp = (handler: ReturnType<typeof createRelayHandler>) =>
  createHonoApp<NodeBindings>(handler, {
    target: (_, { incoming }) => targetOfUrl(incoming.url ?? ''),
    header: (_, { incoming }, name) => {
      if (name === 'host') return allHosts(incoming.rawHeaders);
      const value = incoming.headers[name];
      return (typeof value === 'object' ? value[0] : value) ?? null;
    },
    address: (_, { incoming }) => incoming.socket.remoteAddress ?? '',
    respond: (body, init) => new Response(body, init),
  });

/** Every `Host` header, joined as other headers are. Node keeps the first one alone. */
function allHosts(rawHeaders: readonly string[]): string | null {
  let hosts: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    const value = rawHeaders[at + 1] ?? '';
    hosts = hosts === null ? value : `${hosts}, ${value}`;
  }
  return hosts;
}

interface NodeParts extends Pick<RelayParts, 'limits' | 'store' | 'bodyProcessor' | 'compressor' | 'signal'> {
  readonly config: NodeConfig;
  readonly log: RelayLog;
}

function assemble({ config, log, ...parts }: NodeParts): RelayParts {
  const metrics = createMetrics();
  const now = Date.now;
  return {
    ...config,
    ...parts,
    now,
    random: Math.random,
    monotonicMs: () => performance.now(),
    fetch,
    loopbackOnly: config.isLoopback,
    runInBackground: () => undefined,
    metrics: (feeds) => metrics.text(feeds, now()),
    reportProblem: log.problem,
    reportOutcome(source, outcome) {
      metrics.upstream(outcome);
      log.upstream(source, outcome);
    },
    reportRequest(request) {
      metrics.request(request);
      log.request(request);
    },
  };
}
