import { randomBytes } from 'node:crypto';
import { ageMs, minuteMs } from '#core/prices/age.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { ConfigFile, ConfigStore } from '#relay/admin/config-store.ts';
import { createInviteBook, type InviteBook, openInviteUses } from '#relay/admin/invites.ts';
import type { ProblemList } from '#relay/admin/problems.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import { openAlertService } from '#relay/alerts/alert-service.ts';
import { type ChannelBases, channelBases } from '#relay/alerts/channel.ts';
import { createReloadableRelay, type ReloadableRelayDeps } from '#relay/api/app.ts';
import { type PriceApi, type RelayConfig, readConfig } from '#relay/config.ts';
import type { BodySummary } from '#relay/feeds/body-thread.ts';
import { createPriceRequest, type PriceRequestDeps } from '#relay/feeds/fetch-upstream.ts';
import { badBody, failureReasons, isFailureReason, type UpstreamFailure } from '#relay/feeds/outcome.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';
import { hashToken } from '#relay/token-hash.ts';

/** What one window has entered so far. It lives in memory until it is saved. */
export interface Draft {
  readonly id: string;
  url: string;
  key?: string | undefined;
  problem?: PageTextKey | undefined;
  test?: PriceApiTest | undefined;
}

export interface SetupStart {
  readonly env: EnvironmentVariables;
  readonly config: RelayConfig;
  readonly deps: Omit<ReloadableRelayDeps, 'alerts' | 'invites' | 'name' | 'ownNotices'>;
  readonly problems: ProblemList;
  readonly storage: StorageThread;
  readonly history: HistoryService;
  readonly configStore: ConfigStore;
  readonly autostart: AutostartFile | undefined;
  readonly alertBases?: ChannelBases | undefined;
}

/** What the page shows and changes. */
export type SetupDeps = ReturnType<typeof openSetup>;

export function openSetup(start: SetupStart) {
  const { env, config, deps, configStore, storage } = start;
  const uses = openInviteUses({ ...deps, storage });
  const invites = createInviteBook(configStore.current(), config.isLoopback, uses, deps.now);
  const alerts = openAlerts(start, invites);
  const relay = createReloadableRelay(
    {
      ...deps,
      alerts,
      onConfirmed(source, data) {
        deps.onConfirmed?.(source, data);
        void alerts.onConfirmed(source, data);
      },
      invites,
      name: () => configStore.current().name,
      ownNotices: () => configStore.current().ownNotices ?? [],
    },
    config.priceApi,
  );
  configStore.onChange((file) => {
    invites.update(file);
    relay.use(readConfig(env, file).priceApi);
  });
  return {
    ...deps,
    ...start,
    alerts,
    invites,
    relay: { ...relay, close: async () => void (await Promise.all([alerts.close(), relay.close(), uses.save()])) },
    /** Throws StartError for a configuration with which the relay would not start. */
    checkConfig: (file: ConfigFile) => void readConfig(env, file),
    /** Whoever knows it may see and change the setup. */
    secret: randomBytes(24).toString('base64url'),
    /** `takenPort`: the port that the relay wanted and another program has. */
    listensAt: { url: '', takenPort: undefined as number | undefined },
  };
}

function openAlerts(
  { deps, storage, history, config, configStore, alertBases = channelBases }: SetupStart,
  invites: InviteBook,
) {
  const alerts = openAlertService({
    ...deps,
    storage,
    changes: history.changes,
    channel: () => configStore.current().alerts,
    bases: alertBases,
    isKnown: createIsKnown(config, invites),
  });
  // What an earlier process has not told.
  void alerts.deliver();
  return alerts;
}

/** A list of a token that is no more, or of an extension without one where everybody needs one, is forgotten. */
function createIsKnown({ tokens }: RelayConfig, invites: InviteBook): (owner: string) => boolean {
  const tokenHashes = new Set(tokens.map(hashToken));
  return (owner) =>
    owner.includes('://')
      ? tokenHashes.size === 0 && !invites.areRequired()
      : tokenHashes.has(owner) || invites.of(owner) !== undefined;
}

export type PriceApiTest =
  | { readonly kind: 'works'; readonly items: number; readonly ageMs: number | undefined }
  | UpstreamFailure;

export const mayBeSaved = (test: PriceApiTest | undefined): boolean =>
  test?.kind === 'failed' && failureReasons[test.reason].mayPass === true;

type TestDeps = Omit<PriceRequestDeps, 'priceApi' | 'signal'> & Pick<ReloadableRelayDeps, 'reportOutcome'>;

/** Asks for what overlays show, and for a market, whose answer says how old the prices are. Never rejects. */
export async function testPriceApi(deps: TestDeps, priceApi: PriceApi): Promise<PriceApiTest> {
  const partner = await ask(deps, priceApi, endpoints.partner);
  if ('kind' in partner) return partner;
  const market = await ask(deps, priceApi, marketDetailsPath('buff163'));
  if ('kind' in market) return market;
  const age = market.updatedAt === undefined ? undefined : ageMs(market.updatedAt, deps.now());
  return { kind: 'works', items: partner.itemCount, ageMs: age };
}

async function ask(deps: TestDeps, priceApi: PriceApi, source: string): Promise<BodySummary | UpstreamFailure> {
  const { request, inspect } = createPriceRequest({ ...deps, priceApi, signal: undefined }, source);
  const outcome = await request();
  deps.reportOutcome(source, outcome);
  // A fault of the relay, such as a lack of memory.
  const result = outcome.kind === 'fresh' ? await inspect(outcome.bytes).catch(() => badBody('internal')) : outcome;
  if (!('kind' in result)) return result.itemCount > 0 ? result : badBody('no-items');
  if (result.kind === 'unchanged') return badBody('malformed');
  const { retryAfterMs } = result;
  return { ...result, retryAfterMs: retryAfterMs && Math.min(retryAfterMs, deps.limits.maxRetryAfterMs) };
}

export function describeTest(test: PriceApiTest, { text, items, duration }: PageTexts): string {
  if (test.kind !== 'works') {
    const wait = duration(Math.max(1000, test.retryAfterMs ?? minuteMs));
    const { reason, status = '' } = test;
    return text(failureReasons[reason].test ?? failureReasons[reason].text, { status, wait, code: reason });
  }
  const counted = items(test.items);
  return test.ageMs === undefined
    ? text('worksNoAge', { items: counted })
    : text('works', { items: counted, age: duration(test.ageMs) });
}

export function describeProblem(code: string, status: number | undefined, { text }: PageTexts): string {
  if (code.startsWith('alert-')) return text('codeAlert');
  if (code === 'forwarded') return text('codeForwarded');
  return text(isFailureReason(code) ? failureReasons[code].text : 'codeOther', { status: status ?? '', code });
}
