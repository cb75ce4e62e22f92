import { oneAtATime } from '#core/asks/concurrency.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { isSameServer } from '#protocol/loopback.ts';
import { type NodeBindings, StartError } from '#protocol/node-server.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import { createConfigStore, openConfig } from '#relay/admin/config-store.ts';
import { createProblemList, type ProblemList } from '#relay/admin/problems.ts';
import { keepSession } from '#relay/admin/session-file.ts';
import { startSetup } from '#relay/admin/setup-app.ts';
import type { SetupStart } from '#relay/admin/setup-deps.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import type { ReloadableRelay, ReloadableRelayDeps } from '#relay/api/app.ts';
import { type RelayConfig, readConfig } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import { createThreadedBodyProcessor } from '#relay/feeds/body-thread.ts';
import { extensionSources } from '#relay/feeds/extension-sources.ts';
import { openKeyMemory } from '#relay/feeds/key-limits.ts';
import { describeOutcome, NoDataError } from '#relay/feeds/outcome.ts';
import { createHistoryService } from '#relay/history/service.ts';
import { limitsFor, type RelayLimits } from '#relay/limits.ts';
import { openLog } from '#relay/log.ts';
import { createMetrics, type RelayMetrics } from '#relay/metrics.ts';
import { noticesSourceOf, readOwnPackage } from '#relay/own-package.ts';
import { createAnswerStore } from '#relay/store/answer-store.ts';
import { connectRedis } from '#relay/store/redis-connection.ts';
import { openSharedStore } from '#relay/store/shared-store.ts';
import { createStorageThread, type StorageThread } from '#relay/store/storage-thread.ts';
import { takePort } from '#relay/take-port.ts';

export type RunningRelay = Awaited<ReturnType<typeof startRelay>>;

export interface RelayOptions {
  /** The configuration file, which the setup page changes. */
  readonly configPath: string;
  readonly autostart?: AutostartFile | undefined;
  /** Who signs notices, in place of the package's, for tests. */
  readonly noticesKey?: string | undefined;
  /** Servers in place of Discord and Telegram, for tests. */
  readonly alertBases?: ChannelBases | undefined;
}

/** README, "Environment". Tests and benchmarks pass limits. @throws StartError when something cannot be used */
export async function startRelay(
  env: EnvironmentVariables,
  limits: Partial<RelayLimits>,
  { configPath, autostart, alertBases, noticesKey }: RelayOptions,
) {
  const opened = await openConfig(configPath);
  const config = readConfig(env, opened.file);
  const allLimits = { ...limitsFor(config.memoryMb), ...limits };
  const own = { ...(await readOwnPackage()), ...(noticesKey && { noticesKey }) };
  const known = { ...config, version: own.version, notices: noticesSourceOf(own, config.noticesUrl) };
  await using unfinished = new AsyncDisposableStack();
  const parts = await openParts(config, allLimits, unfinished);
  const setup = { configStore: createConfigStore(opened, parts.storage), autostart, alertBases };
  const { page, relay, close } = await assembleRelay(env, known, allLimits, parts, setup);
  unfinished.defer(async () => void (await Promise.all([close(), parts.bodyProcessor.close()])));
  const fetch = (request: Request, node: NodeBindings) =>
    page.owns(node.incoming.url ?? '') ? page.fetch(request, node) : relay.fetch(request, node);
  const { server, takenPort, isLocalhostTaken } = await takePort(config, allLimits, fetch);
  if (config.priceApi && isSameServer(config.priceApi.url, server.url)) {
    await server.close(0);
    throw new StartError(`PRICE_API_URL is this relay’s own address: ${config.priceApi.url}`);
  }
  const pageUrl = page.listening(server.url, takenPort);
  const forgetSession = pageUrl ? await keepSession(configPath, pageUrl, parts.storage) : undefined;
  const started = unfinished.move();
  const end = (graceMs?: number) => server.close(graceMs).then(() => started.disposeAsync());
  return {
    url: server.url,
    /** The setup and status page, with the secret of its session; `undefined` where it answers nobody. */
    pageUrl,
    /** An address of that page that works once and tells no secret: for the command line of a browser. */
    codeUrl: page.codeUrl,
    /** The port that another program has; the relay took another one. */
    takenPort,
    /** Whether another program has the port on IPv6's loopback. */
    isLocalhostTaken,
    isSample: () => relay.priceApi() === undefined,
    close: async (graceMs?: number) => void (await Promise.all([forgetSession?.(), end(graceMs)])),
  };
}

/** A folder that cannot be: a typing error, or another user's. A disk that is full, read-only or hangs is no such error. */
const badFolder: readonly string[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EINVAL'];

async function checkFolder(storage: StorageThread, { namedFolder: path, databaseFile }: RelayConfig): Promise<void> {
  const code = path === undefined ? undefined : await storage.ask('probeFolder', path).catch(errorCode);
  if (code !== undefined && badFolder.includes(code))
    throw new StartError(`RELAY_CACHE_DIR is not usable: ${path} (${code})`);
  // A disk that hangs or is read-only keeps no lock, and nothing else.
  const owner = await storage.ask('lock').catch(() => undefined);
  if (owner !== undefined) throw new StartError(`another relay (process ${owner}) uses ${databaseFile}`);
}

type RelayParts = Awaited<ReturnType<typeof openParts>>;

async function openParts(config: RelayConfig, limits: RelayLimits, stack: AsyncDisposableStack) {
  const file = { path: config.databaseFile, maxBytes: limits.maxDatabaseBytes };
  const storage = createStorageThread(file, limits.diskTimeoutMs, limits.diskHeapMb);
  stack.defer(storage.close);
  await checkFolder(storage, config);
  const { flush, ...log } = await openLog(config.log);
  // The log hears of the storage's end.
  stack.defer(() => storage.close().then(flush));
  const { storeUrl } = config;
  const connection = storeUrl ? await connectRedis(storeUrl, limits.storeTimeoutMs, log.logProblem) : undefined;
  stack.defer(() => connection?.close());
  return { ...log, storage, bodyProcessor: createThreadedBodyProcessor(limits.bodyHeapMb), connection };
}

/** The relay without its server. `close` ends its work, and none of its parts. */
export async function assembleRelay(
  env: EnvironmentVariables,
  config: RelayConfig & Pick<ReloadableRelayDeps, 'notices' | 'version'>,
  limits: RelayLimits,
  parts: RelayParts,
  setup: Pick<SetupStart, 'configStore' | 'autostart' | 'alertBases'>,
) {
  const { logProblem, storage, bodyProcessor, connection } = parts;
  const [metrics, problems] = [createMetrics(), createProblemList(Date.now)];
  const disk = { storage, limits, now: Date.now, reportProblem: logProblem };
  const base: Omit<SetupStart['deps'], 'history' | 'recording'> = {
    ...config,
    limits,
    now: Date.now,
    random: Math.random,
    monotonicMs: () => performance.now(),
    fetch,
    bodyProcessor,
    open: (priceApi) => ({
      store: createAnswerStore(disk, priceApi.url),
      keyMemory: openKeyMemory(disk, priceApi),
      sharedStore: connection && openSharedStore({ ...disk, connection }, priceApi),
    }),
    // Also what another relay was told: each records it, because its disk is its own and any may poll next.
    onConfirmed: (source, data) => void recording?.onConfirmed(source, data),
    metrics: async (feeds) => metrics.text(feeds, await recording?.status(), Date.now()),
    ...reportTo(parts, metrics, problems),
  };
  const markets = config.historyMarkets;
  const history = createHistoryService({ ...base, storage, markets, reportProblem: logProblem });
  const recording = config.recordsHistory ? history : undefined;
  const deps = { ...base, history: recording, recording: history.status };
  const page = await startSetup({ ...setup, env, config, deps, storage, history, problems });
  const { relay } = page;
  const due = () => [...(recording?.due() ?? []), ...page.due()];
  const endPolling = startBackgroundPoll(base, relay, due);
  return {
    relay,
    page,
    async close(): Promise<void> {
      endPolling();
      await relay.close();
    },
  };
}

/** What the log holds is chosen field by field, so that no secret can slip in: of an error, its code alone. */
const reportTo = (
  { logger, logRequest, logProblem }: RelayParts,
  metrics: RelayMetrics,
  problems: ProblemList,
): Pick<ReloadableRelayDeps, 'reportProblem' | 'reportOutcome' | 'reportRequest'> => ({
  reportProblem(problem, code) {
    problems.add('', code);
    logProblem(problem, code);
  },
  reportOutcome(source, outcome) {
    if (outcome.kind === 'failed' && extensionSources.has(source)) problems.add(source, outcome.reason, outcome.status);
    metrics.upstream(outcome);
    logger.info({ source, ...describeOutcome(outcome) }, 'upstream');
  },
  reportRequest(request) {
    metrics.request(request);
    logRequest(request);
  },
});

/** Reads feeds that no client asks for, at the relay's own pace and within the key's limits. Returns its end. */
function startBackgroundPoll(
  { limits, reportProblem }: Pick<ReloadableRelayDeps, 'limits' | 'reportProblem'>,
  relay: ReloadableRelay,
  due: () => readonly string[],
): () => void {
  // One after the other: reading thirteen markets at once would hold all of their bodies.
  const poll = oneAtATime(async () => {
    for (const source of relay.priceApi() ? due() : []) {
      try {
        await relay.feeds().priceFeed(source).read();
      } catch (error) {
        // The feed reports why it has no data.
        if (!(error instanceof NoDataError)) reportProblem('a feed could not be read', errorCode(error));
      }
    }
  });
  // The relay that somebody has just started has a history at once.
  const first = setTimeout(poll, limits.backgroundPollMs / 60).unref();
  const timer = setInterval(poll, limits.backgroundPollMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
