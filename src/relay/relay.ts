import type { Logger } from 'pino';
import { oneAtATime } from '#core/asks/concurrency.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { isSameServer } from '#protocol/loopback.ts';
import { type NodeBindings, type RunningServer, StartError } from '#protocol/node-server.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import { createConfigStore, openConfig } from '#relay/admin/config-store.ts';
import { createProblemList, type ProblemList } from '#relay/admin/problems.ts';
import { keepSession } from '#relay/admin/session-file.ts';
import { type SetupStart, startSetup } from '#relay/admin/start-setup.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import type { RequestReport } from '#relay/api/api-context.ts';
import { createReloadableRelay, type ReloadableRelay, type ReloadableRelayDeps } from '#relay/api/app.ts';
import { type RelayConfig, readConfig } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import { createThreadedBodyProcessor } from '#relay/feeds/body-thread.ts';
import { extensionQuery, extensionSources } from '#relay/feeds/extension-sources.ts';
import { openKeyMemory } from '#relay/feeds/key-memory.ts';
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

export interface RunningRelay extends RunningServer {
  /** The setup and status page, with the secret of its session; `undefined` without a configuration file. */
  readonly pageUrl: string | undefined;
  /** An address of that page that works once and tells no secret: for the command line of a browser. */
  readonly codeUrl: () => string | undefined;
  /** Whether the prices are simulated, because there is no key. */
  readonly isSample: () => boolean;
  /** The port that another program has; the relay took another one. */
  readonly takenPort: number | undefined;
}

export interface RelayOptions {
  /** The configuration file, which the setup page changes. Without it there is no page, and the key is required. */
  readonly configPath?: string | undefined;
  /** What the page switches; without it the page does not offer to start the relay at login. */
  readonly autostart?: AutostartFile | undefined;
  /** Who signs notices, in place of the package's, for tests. */
  readonly noticesKey?: string | undefined;
  /** Servers in place of Discord and Telegram, for tests. */
  readonly alertBases?: ChannelBases | undefined;
}

/**
 * Starts a relay on Node from environment variables (README, "Environment") and a configuration file.
 * @param limits overrides of the default limits, for tests and benchmarks
 * @throws StartError when a variable, the file or a field of it is missing or bad, or a file or address cannot be used
 */
export async function startRelay(
  env: EnvironmentVariables,
  limits: Partial<RelayLimits> = {},
  { configPath, autostart, alertBases, noticesKey }: RelayOptions = {},
): Promise<RunningRelay> {
  const opened = configPath === undefined ? undefined : await openConfig(configPath);
  const config = readConfig(env, opened?.file);
  const allLimits = { ...limitsFor(config.memoryMb), ...limits };
  const file = { path: config.databaseFile, maxBytes: allLimits.maxDatabaseBytes };
  const storage = createStorageThread(file, allLimits.diskTimeoutMs, allLimits.diskHeapMb);
  const own = { ...(await readOwnPackage()), ...(noticesKey && { noticesKey }) };
  const setup = opened && { configStore: createConfigStore(opened, storage), autostart, alertBases };
  const assembled = await checkFolder(storage, config)
    .then(() =>
      assemble(
        env,
        { ...config, version: own.version, notices: noticesSourceOf(own, config.noticesUrl) },
        allLimits,
        storage,
        setup,
      ),
    )
    .catch((error: unknown) => storage.close().then(() => Promise.reject(error)));
  const { page, relay } = assembled;
  const fetch = (request: Request, node: NodeBindings) =>
    page?.owns(node.incoming.url ?? '') ? page.fetch(request, node) : relay.fetch(request, node);
  const failed = (error: unknown) => assembled.close(undefined).then(() => Promise.reject(error));
  const { server, takenPort } = await takePort(config, assembled.limits, fetch, page !== undefined).catch(failed);
  if (config.priceApi && isSameServer(config.priceApi.url, server.url)) {
    await server.close(0);
    return failed(new StartError(`PRICE_API_URL is this relay’s own address: ${config.priceApi.url}`));
  }
  page?.listening(server.url, takenPort);
  const pageUrl = page?.url();
  const forgetSession = configPath && pageUrl ? await keepSession(configPath, pageUrl, storage) : undefined;
  return {
    url: server.url,
    pageUrl,
    codeUrl: () => page?.codeUrl(),
    takenPort,
    isSample: () => relay.priceApi() === undefined,
    close: async (graceMs) => void (await Promise.all([forgetSession?.(), assembled.close(server, graceMs)])),
  };
}

/** A folder that cannot be: a typing error, or another user's. A disk that is full, read-only or hangs is no such error. */
const badFolder: readonly string[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EINVAL'];

/** @throws StartError where the folder that `RELAY_CACHE_DIR` names cannot be, or another relay uses the database */
async function checkFolder(storage: StorageThread, { namedFolder: path, databaseFile }: RelayConfig): Promise<void> {
  const code = path === undefined ? undefined : await storage.ask('probeFolder', path).catch(errorCode);
  if (code !== undefined && badFolder.includes(code))
    throw new StartError(`RELAY_CACHE_DIR is not usable: ${path} (${code})`);
  // A disk that hangs or is read-only keeps no lock, and nothing else.
  const owner = await storage.ask('lock').catch(() => undefined);
  if (owner !== undefined) throw new StartError(`another relay (process ${owner}) uses ${databaseFile}`);
}

async function assemble(
  env: EnvironmentVariables,
  config: RelayConfig & Pick<ReloadableRelayDeps, 'notices' | 'version'>,
  limits: RelayLimits,
  storage: StorageThread,
  setup: Pick<SetupStart, 'configStore' | 'autostart' | 'alertBases'> | undefined,
) {
  const { logger, logRequest, flush } = await openLog(config.log);
  const logProblem = (problem: string, code: string): void => logger.warn({ code }, problem);
  const connection =
    config.storeUrl === undefined ? undefined : await connectRedis(config.storeUrl, limits.storeTimeoutMs, logProblem);
  const [metrics, problems] = [createMetrics(), createProblemList(Date.now)];
  const bodyProcessor = createThreadedBodyProcessor(limits.bodyHeapMb);
  const disk = { storage, reportProblem: logProblem };
  const base: Omit<ReloadableRelayDeps, 'history'> = {
    ...config,
    limits,
    now: Date.now,
    random: Math.random,
    monotonicMs: () => performance.now(),
    fetch,
    bodyProcessor,
    loopbackOnly: config.isLoopback,
    invites: undefined,
    alerts: undefined,
    name: () => undefined,
    open: (priceApi) => ({
      store: createAnswerStore({ ...disk, keep: extensionSources, max: limits.maxFeeds, owner: priceApi.url }),
      keyMemory: openKeyMemory({ ...disk, priceApi, now: Date.now, waitMs: limits.diskTimeoutMs }),
      sharedStore: connection && openSharedStore({ connection, priceApi, limits, reportProblem: logProblem }),
    }),
    // Also what another relay was told: each records it, because its disk is its own and any may poll next.
    onConfirmed: (source, data) => void recording?.onConfirmed(source, data),
    metrics: async (feeds) => metrics.text(feeds, await recording?.status(), Date.now()),
    ...reportTo(logger, logRequest, metrics, problems),
  };
  const markets = config.historyMarkets;
  const history = createHistoryService({ ...base, storage, markets, reportProblem: logProblem });
  const recording = config.recordsHistory ? history : undefined;
  const deps: ReloadableRelayDeps = { ...base, history: recording, recording: history.status };
  const page = setup && (await startSetup({ ...setup, env, config, deps, storage, history, problems }));
  const relay: ReloadableRelay = page?.relay ?? createReloadableRelay(deps, config.priceApi);
  const due = () => [...(recording?.due() ?? []), ...(page?.due() ?? [])];
  const endPolling = startBackgroundPoll(base, relay, due);
  return {
    limits,
    relay,
    page,
    async close(server: RunningServer | undefined, graceMs?: number): Promise<void> {
      await server?.close(graceMs);
      endPolling();
      await Promise.all([relay.close(), bodyProcessor.close()]);
      await storage.close();
      connection?.close();
      await flush();
    },
  };
}

/** What the log holds is chosen field by field, so that no secret can slip in: of an error, its code alone. */
const reportTo = (
  logger: Logger,
  logRequest: (request: RequestReport) => void,
  metrics: RelayMetrics,
  problems: ProblemList,
): Pick<ReloadableRelayDeps, 'reportProblem' | 'reportOutcome' | 'reportRequest'> => ({
  reportProblem(problem, code) {
    problems.add('', code);
    logger.warn({ code }, problem);
  },
  reportOutcome(source, outcome) {
    if (outcome.kind === 'failed') problems.add(source, outcome.reason, outcome.status);
    metrics.upstream(outcome);
    logger.info({ source, ...describeOutcome(outcome) }, 'upstream');
  },
  reportRequest(request) {
    metrics.request(request);
    logRequest(request);
  },
});

/**
 * Reads feeds that are needed without a client. Upstream is asked only when the relay's own pace and the key's limits
 * allow it; then the answer also serves clients.
 * @param due the extension's queries that are needed now: by the history, or by watch lists
 * @returns ends the polling
 */
function startBackgroundPoll(
  { limits, reportProblem }: Pick<ReloadableRelayDeps, 'limits' | 'reportProblem'>,
  relay: ReloadableRelay,
  due: () => readonly string[],
): () => void {
  // One after the other: reading thirteen markets at once would hold all of their bodies.
  const poll = oneAtATime(async () => {
    for (const source of relay.priceApi() ? due() : []) {
      try {
        await relay.feeds().priceFeed(extensionQuery(source)).read();
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
