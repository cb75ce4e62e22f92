import { ageMs, minuteMs } from '#core/prices/age.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { AutostartFile } from '#relay/admin/autostart-file.ts';
import type { ConfigFile, ConfigStore } from '#relay/admin/config-store.ts';
import type { InviteBook } from '#relay/admin/invites.ts';
import type { ProblemList } from '#relay/admin/problems.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import type { AlertService } from '#relay/alerts/alert-service.ts';
import type { ChannelBases } from '#relay/alerts/channel.ts';
import type { ReloadableRelay, ReloadableRelayDeps } from '#relay/api/app.ts';
import type { PriceApi, RelayConfig } from '#relay/config.ts';
import type { BodySummary } from '#relay/feeds/body-thread.ts';
import { extensionQuery } from '#relay/feeds/extension-sources.ts';
import { createPriceRequest, type PriceRequestDeps } from '#relay/feeds/fetch-upstream.ts';
import {
  badBody,
  failureReasons,
  isFailureReason,
  type UpstreamFailure,
  type UpstreamOutcome,
} from '#relay/feeds/outcome.ts';
import type { HistoryService } from '#relay/history/service.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

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

type Started = Omit<SetupStart, 'env' | 'deps' | 'alertBases'>;

export interface SetupDeps
  extends Started,
    Pick<ReloadableRelay, 'priceApi' | 'feeds'>,
    Pick<ReloadableRelayDeps, 'limits' | 'now' | 'version'> {
  /** Throws StartError for a configuration with which the relay would not start. */
  readonly checkConfig: (file: ConfigFile) => void;
  readonly alerts: Pick<AlertService, 'status' | 'contents' | 'test' | 'forget'>;
  readonly invites: InviteBook;
  readonly testPriceApi: (priceApi: PriceApi) => Promise<PriceApiTest>;
  /** Whoever knows it may see and change the setup. */
  readonly secret: string;
  readonly relayUrl: () => string;
  /** The port that the relay wanted and another program has. */
  readonly takenPort: () => number | undefined;
}

export type PriceApiTest =
  | { readonly kind: 'works'; readonly items: number; readonly ageMs: number | undefined }
  | UpstreamFailure;

export const mayBeSaved = (test: PriceApiTest | undefined): boolean =>
  test?.kind === 'failed' && failureReasons[test.reason].mayPass === true;

export interface TestDeps extends Omit<PriceRequestDeps, 'priceApi'> {
  readonly reportOutcome: (source: string, outcome: UpstreamOutcome) => void;
}

/** Asks for what overlays show, and for a market, whose answer says how old the prices are. Never rejects. */
export async function testPriceApi(deps: TestDeps, priceApi: PriceApi): Promise<PriceApiTest> {
  const partner = await ask(deps, priceApi, endpoints.partner);
  if ('kind' in partner) return partner;
  const market = await ask(deps, priceApi, marketDetailsPath('buff163'));
  if ('kind' in market) return market;
  const { updatedAt } = market;
  return {
    kind: 'works',
    items: partner.itemCount,
    ageMs: updatedAt === undefined ? undefined : ageMs(updatedAt, deps.now()),
  };
}

async function ask(deps: TestDeps, priceApi: PriceApi, source: string): Promise<BodySummary | UpstreamFailure> {
  const { request, inspect } = createPriceRequest({ ...deps, priceApi }, extensionQuery(source));
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
