import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { AlertsSection } from '#relay/admin/alerts-view.ts';
import { AutostartSection } from '#relay/admin/autostart-view.ts';
import type { Draft } from '#relay/admin/drafts.ts';
import { HistorySection, type HistorySectionView, historyValues, type ImportView } from '#relay/admin/history-views.ts';
import type { Html } from '#relay/admin/html.ts';
import { InviteSections, type InvitesView } from '#relay/admin/invite-views.ts';
import { NoticeBox, type NoticeTone, type PageContext, pageHref, renderDocument } from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { hasHistoryFile } from '#relay/admin/setup-history.ts';
import { AddressStep, DoneStep, type DraftView, KeyStep } from '#relay/admin/setup-views.ts';
import { daySummary, feedRows } from '#relay/admin/status.ts';
import { LockedView, StatusSections, type StatusView } from '#relay/admin/status-views.ts';
import { type PageLanguage, type PageTexts, pageTexts } from '#relay/admin/texts.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';

/** What is to be shown. */
export interface PageRequest {
  readonly language: PageLanguage;
  /** `status` for any other. */
  readonly step: 'address' | 'key' | 'done' | 'status';
  readonly draft: Draft;
  readonly notice?: { readonly tone: NoticeTone; readonly text: string } | undefined;
  readonly made?: InvitesView['made'];
  /** What a file of older prices brought. */
  readonly imported?: ImportView | undefined;
}

/** A page that tells nothing, for somebody without the session's secret. */
export function renderLocked(language: PageLanguage): string {
  const texts = pageTexts(language);
  return renderDocument({
    texts,
    title: texts.text('title'),
    inLanguage: (lang) => `/?lang=${lang}`,
    body: LockedView(texts.text('title'), texts.text('locked')),
  });
}

export async function renderPage(deps: SetupDeps, page: PageRequest): Promise<string> {
  const texts = pageTexts(page.language);
  const context: PageContext = { texts, session: deps.secret, revision: deps.store.revision() };
  const isStatus = page.step === 'status';
  const history = isStatus ? await readHistoryView(deps, page.imported) : undefined;
  return renderDocument({
    texts,
    title: `${texts.text(isStatus ? 'statusTitle' : 'setupTitle')} – ${texts.text('title')}`,
    inLanguage: (lang) => pageHref(context, { lang, step: page.step, draft: page.draft.id }),
    live: isStatus ? pageHref(context, {}, '/setup/live') : undefined,
    body: [
      page.notice && NoticeBox(page.notice.tone, html`<p>${page.notice.text}</p>`),
      TakenPort(deps, texts),
      ...(history ? await StatusPage(deps, context, page, history) : [SetupStep(deps, context, page)]),
    ],
  });
}

function TakenPort({ takenPort, relayUrl }: SetupDeps, { text }: PageTexts): Html {
  const wanted = takenPort();
  if (wanted === undefined) return false;
  const url = relayUrl();
  return NoticeBox('warn', html`<p>${text('portTaken', { wanted, port: new URL(url).port, url })}</p>`);
}

function SetupStep(deps: SetupDeps, context: PageContext, { step, draft }: PageRequest): Html {
  const { text } = context.texts;
  const view: DraftView = {
    id: draft.id,
    url: draft.url,
    hasKey: draft.key !== undefined,
    problem: draft.problem && text(draft.problem),
    test: draft.test,
  };
  if (step === 'done') return DoneStep(context, draft.test);
  return step === 'key' ? KeyStep(context, view) : AddressStep(context, view, deps.priceApi() === undefined);
}

const StatusPage = async (
  deps: SetupDeps,
  context: PageContext,
  { made }: PageRequest,
  history: HistorySectionView,
): Promise<Html[]> => [
  ...StatusSections(context, toStatusView(deps, context.texts)),
  deps.autostart && (await AutostartSection(context, deps.autostart)),
  HistorySection(context, history),
  AlertsSection(context, deps.alerts.status()),
  InviteSections(context, toInvitesView(deps, made)),
];

function toStatusView(deps: SetupDeps, texts: PageTexts): StatusView {
  const feeds = deps.feeds();
  return {
    relayUrl: extensionUrl(deps.relayUrl()),
    priceApiUrl: deps.priceApi()?.url,
    isPriceApiFixed: deps.isPriceApiFixed,
    isKeyRefused: feeds.keyLimits.isKeyRefused(),
    isStoreStalled: feeds.isStoreStalled(),
    isSharedStoreAway: isSharedStoreAway(feeds),
    live: toLiveValues(deps, texts),
    feeds: feedRows(feeds, texts, deps.now()),
    problems: deps.activity.problems(),
  };
}

const isSharedStoreAway = ({ shared }: Feeds): boolean => shared?.isAway() ?? false;

/** The extension knows this machine as `localhost`. */
const extensionUrl = (url: string): string => url.replace('//127.0.0.1:', '//localhost:');

const toLiveValues = ({ activity, limits }: SetupDeps, texts: PageTexts) => ({
  keyUse: texts.text('statusOf', {
    used: texts.number(activity.upstreamLastMinute()),
    limit: texts.number(limits.upstreamPerMinute),
  }),
  clients: texts.number(activity.clientsNow()),
  day: daySummary(activity, texts),
});

/**
 * What the page's script asks for: the values that it can replace, and a hash of all that it cannot. A page whose hash
 * differs is loaded again.
 */
export async function liveState(deps: SetupDeps, texts: PageTexts): Promise<LiveState> {
  const history = await readHistoryView(deps, undefined);
  const rows = feedRows(deps.feeds(), texts, deps.now());
  const values: Record<string, string> = { ...toLiveValues(deps, texts), ...historyValues(texts, history) };
  for (const [at, { age, next }] of rows.entries()) Object.assign(values, { [`age${at}`]: age, [`next${at}`]: next });
  const shape = [
    deps.store.revision(),
    deps.priceApi()?.url ?? '',
    [history.status?.problem, history.status?.clock?.kind, history.status?.removed, history.status?.lostMonths],
    deps.activity.problems().map(({ at, times }) => [at, times]),
    rows.map(({ name, outcome }) => [name, outcome]),
    isSharedStoreAway(deps.feeds()),
    { ...deps.alerts.status(), channel: undefined },
  ];
  return { values, shape: createHash('sha256').update(JSON.stringify(shape)).digest('base64url').slice(0, 16) };
}

interface LiveState {
  readonly values: Readonly<Record<string, string>>;
  readonly shape: string;
}

async function readHistoryView(deps: SetupDeps, imported: ImportView | undefined): Promise<HistorySectionView> {
  const { history, store, now } = deps;
  const { databaseFile, recordsHistory, historyMarkets } = history.config();
  return {
    status: await history.status(),
    file: databaseFile,
    isKept: recordsHistory,
    markets: historyMarkets,
    isFileFixed: history.isFileFixed || hasHistoryFile(store.current()),
    areMarketsFixed: history.areMarketsFixed,
    isSample: deps.priceApi() === undefined,
    imported,
    now: now(),
  };
}

function toInvitesView({ store, invites, limits, ...deps }: SetupDeps, made: InvitesView['made']): InvitesView {
  const file = store.current();
  return {
    invites: file.invites?.map((stored) => ({ stored, use: invites.useOf(stored.id) })),
    relayName: file.name ?? '',
    publicUrl: file.publicUrl ?? deps.relayUrl(),
    quotas: { requestsPerMinute: limits.clientPerMinute, upstreamPerMinute: limits.tokenUpstreamPerMinute },
    isLoopback: deps.isLoopback,
    hasTokens: deps.hasTokens,
    made,
    now: deps.now(),
  };
}
