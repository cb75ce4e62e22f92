import type { EnvironmentVariables } from '#protocol/environment.ts';
import { type Activity, createActivity } from '#relay/admin/activity.ts';
import { readPageAssets } from '#relay/admin/assets.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { ConfigStore } from '#relay/admin/config-store.ts';
import { openInviteUses } from '#relay/admin/invite-uses.ts';
import { createInviteBook } from '#relay/admin/invites.ts';
import { createSetupApp, type SetupApp } from '#relay/admin/setup-app.ts';
import type { SetupAutostart } from '#relay/admin/setup-deps.ts';
import { createSetupHistory } from '#relay/admin/setup-history.ts';
import { testPriceApi } from '#relay/admin/test-price-api.ts';
import { type ChannelBases, channelBases } from '#relay/alerts/channel.ts';
import { type RunningAlerts, startAlerts } from '#relay/alerts/start-alerts.ts';
import { type RelayConfig, readConfig } from '#relay/config.ts';
import { startBackgroundPoll } from '#relay/feeds/background-poll.ts';
import type { ReloadableHistory } from '#relay/history/start-history.ts';
import { createReloadableRelay, type ReloadableRelay, type ReloadableRelayDeps } from '#relay/reloadable-relay.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

export interface SetupStart {
  readonly env: EnvironmentVariables;
  readonly config: RelayConfig;
  readonly deps: ReloadableRelayDeps;
  readonly storage: StorageThread;
  readonly history: ReloadableHistory;
  readonly configStore: ConfigStore;
  readonly secret: string;
  readonly autostart: AutostartFile | undefined;
  /** Servers in place of Discord and Telegram, for tests. */
  readonly alertBases?: ChannelBases | undefined;
}

/** The page, and the relay that follows what it changes. */
export interface SetupPage extends SetupApp {
  readonly live: ReloadableRelay;
  /** Tells the page where the relay listens. */
  readonly listening: (url: string, takenPort: number | undefined) => void;
  /** The address of the page, with its secret. */
  readonly url: () => string;
}

/** Least time between two polls for watch lists, in ms. */
const minAlertPollMs = 100;

/** Starts a relay whose price API, name and invites follow the configuration file. */
export async function startSetup(start: SetupStart): Promise<SetupPage> {
  const { env, config, deps, storage, history, configStore, secret, autostart, alertBases = channelBases } = start;
  const assets = await readPageAssets();
  const activity = createActivity(deps.now);
  const uses = openInviteUses(storage, deps.reportProblem, deps.limits.inviteSaveMs);
  const invites = createInviteBook(configStore.current(), config.isLoopback, uses, deps.now);
  const reporting = withActivity(deps, activity);
  const alerts = startAlerts({ deps: reporting, storage, config, configStore, bases: alertBases });
  const live: ReloadableRelay = createReloadableRelay(
    { ...withAlerts(reporting, alerts), invites, name: () => configStore.current().name },
    config.priceApi,
  );
  const endPolling = pollForAlerts(deps, live, alerts);
  let priceApi = config.priceApi;
  configStore.onChange((file) => {
    invites.update(file);
    const next = readConfig(env, file);
    priceApi = next.priceApi;
    history.follow(next);
    live.use(priceApi);
  });
  let listensAt = { url: '', takenPort: undefined as number | undefined };
  const app = createSetupApp(
    {
      store: configStore,
      checkConfig: (file) => void readConfig(env, file),
      priceApi: () => priceApi,
      isPriceApiFixed: config.isPriceApiFixed,
      plainHttpHosts: config.plainHttpHosts,
      hasTokens: config.tokens.length > 0,
      isLoopback: config.isLoopback,
      feeds: live.feeds,
      history: createSetupHistory(history, env),
      alerts,
      activity,
      invites,
      limits: deps.limits,
      testPriceApi: (tested) => testPriceApi({ ...reporting, ...testLimits(deps), signal: undefined }, tested),
      now: deps.now,
      secret,
      autostart: autostart && toSetupAutostart(autostart, storage),
      relayUrl: () => listensAt.url,
      takenPort: () => listensAt.takenPort,
    },
    assets,
  );
  return {
    owns: app.owns,
    fetch: app.fetch,
    live: {
      ...withClients(live, activity),
      close: async () => void (await Promise.all([endPolling(), alerts.close(), live.close(), uses.save()])),
    },
    listening(url, takenPort) {
      listensAt = { url, takenPort };
    },
    url: () => `${pageOrigin(listensAt.url)}/?session=${secret}`,
  };
}

const toSetupAutostart = (file: AutostartFile, disk: StorageThread): SetupAutostart => ({
  path: file.path,
  state: () => disk.ask('autostartState', file).catch(() => undefined),
  switchTo: (to) => disk.ask('switchAutostart', file, to),
});

/** The same relay, which also tells the status page who uses it. Whoever is refused is none of its clients. */
const withClients = (live: ReloadableRelay, activity: Activity): ReloadableRelay => ({
  ...live,
  fetch(request, node) {
    const { headers, socket } = node.incoming;
    const count = (response: Response): Response => {
      const isRefused = response.status >= 400 && response.status < 500;
      if (!isRefused) activity.client(`${socket.remoteAddress} ${headers.origin ?? ''} ${headers.authorization ?? ''}`);
      return response;
    };
    const response = live.fetch(request, node);
    return response instanceof Promise ? response.then(count) : count(response);
  },
});

const withAlerts = (deps: ReloadableRelayDeps, alerts: RunningAlerts): ReloadableRelayDeps => ({
  ...deps,
  alerts,
  onConfirmed(source, data) {
    deps.onConfirmed?.(source, data);
    alerts.onConfirmed(source, data);
  },
});

const pollForAlerts = (deps: ReloadableRelayDeps, live: ReloadableRelay, { due }: RunningAlerts) =>
  startBackgroundPoll({ ...deps, live, due, everyMs: Math.max(minAlertPollMs, deps.pollMs) });

/** A server that listens on every address has its page on loopback alone. */
const pageOrigin = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname;
  return `${protocol}//${host}:${port}`;
};

const testLimits = ({ limits }: ReloadableRelayDeps) => ({
  timeoutMs: limits.upstreamTimeoutMs,
  maxBodyBytes: limits.maxBodyBytes,
  maxRetryAfterMs: limits.maxRetryAfterMs,
});

/** The same dependencies, which also report to the status page. */
const withActivity = (deps: ReloadableRelayDeps, activity: Activity): ReloadableRelayDeps => ({
  ...deps,
  reportOutcome(source, outcome) {
    if (source !== 'rates') activity.upstream(source, outcome);
    else if (outcome.kind === 'failed') activity.problem(source, outcome.reason, outcome.status);
    deps.reportOutcome(source, outcome);
  },
  reportProblem(problem, code) {
    activity.problem('', code);
    deps.reportProblem(problem, code);
  },
  reportRequest(request) {
    activity.request(request);
    deps.reportRequest(request);
  },
});
