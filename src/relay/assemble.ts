import type { Logger } from 'pino';
import { oneAtATime } from '#core/asks/concurrency.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { createProblemList, type ProblemList } from '#relay/admin/problems.ts';
import type { SetupStart } from '#relay/admin/setup-deps.ts';
import { startSetup } from '#relay/admin/start-setup.ts';
import type { RequestReport } from '#relay/api/api-context.ts';
import { createReloadableRelay, type ReloadableRelay, type ReloadableRelayDeps } from '#relay/api/app.ts';
import type { RelayConfig } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import type { BodyProcessor } from '#relay/feeds/body-thread.ts';
import { extensionQuery, extensionSources } from '#relay/feeds/extension-sources.ts';
import { openKeyMemory } from '#relay/feeds/key-limits.ts';
import { describeOutcome, NoDataError } from '#relay/feeds/outcome.ts';
import { createHistoryService } from '#relay/history/service.ts';
import type { RelayLimits } from '#relay/limits.ts';
import { createMetrics, type RelayMetrics } from '#relay/metrics.ts';
import { createAnswerStore } from '#relay/store/answer-store.ts';
import type { RedisConnection } from '#relay/store/redis-connection.ts';
import { openSharedStore } from '#relay/store/shared-store.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

export interface RelayParts {
  readonly logger: Pick<Logger, 'info'>;
  readonly logRequest: (request: RequestReport) => void;
  readonly logProblem: (problem: string, code: string) => void;
  readonly storage: StorageThread;
  readonly bodyProcessor: BodyProcessor;
  /** Where relays with the same key meet; `undefined` for a relay of its own. */
  readonly connection: RedisConnection | undefined;
}

export interface AssembledConfig extends RelayConfig, Pick<ReloadableRelayDeps, 'notices' | 'version'> {}

/** The relay without its server. `close` ends its work, and none of its parts. */
export async function assembleRelay(
  env: EnvironmentVariables,
  config: AssembledConfig,
  limits: RelayLimits,
  parts: RelayParts,
  setup: Pick<SetupStart, 'configStore' | 'autostart' | 'alertBases'> | undefined,
) {
  const { logProblem, storage, bodyProcessor, connection } = parts;
  const [metrics, problems] = [createMetrics(), createProblemList(Date.now)];
  const disk = { storage, limits, now: Date.now, reportProblem: logProblem };
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
  const deps: ReloadableRelayDeps = { ...base, history: recording, recording: history.status };
  const page = setup && (await startSetup({ ...setup, env, config, deps, storage, history, problems }));
  const relay: ReloadableRelay = page?.relay ?? createReloadableRelay(deps, config.priceApi);
  const due = () => [...(recording?.due() ?? []), ...(page?.due() ?? [])];
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
