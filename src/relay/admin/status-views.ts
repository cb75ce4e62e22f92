import { html } from 'hono/html';
import { ageMs } from '#core/prices/age.ts';
import { marketNames } from '#core/prices/markets.ts';
import { endpoints } from '#protocol/price-api.ts';
import { isOlder } from '#protocol/relay-headers.ts';
import { extensionUrl } from '#relay/admin/invites.ts';
import * as ui from '#relay/admin/page-frame.ts';
import { describeProblem, type SetupDeps } from '#relay/admin/setup-deps.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import { marketOfDetails, noticesSource, ratesSource } from '#relay/feeds/extension-sources.ts';
import type { ClockProblem, HistoryStatus } from '#relay/history/service.ts';
import type { StorageProblem } from '#relay/store/storage-file.ts';

export const NowSections = (context: ui.PageContext, deps: SetupDeps, status: HistoryStatus | undefined): ui.Html[] => [
  html`<h1>${context.texts.text('statusTitle')}</h1>`,
  ...Notices(context, deps),
  ui.Section('now', context.texts.text('nowTitle'), Health(context, deps, status), Facts(context, deps)),
];

function troubled({ text }: PageTexts, { relay, alerts }: SetupDeps, status: HistoryStatus | undefined): string[] {
  const { isStoreStalled, isSharedStoreAway, ratesFeed } = relay.feeds();
  const { channel, last } = alerts.status();
  const isHeld =
    isStoreStalled() || isSharedStoreAway() || status?.problem !== undefined || status?.clock !== undefined;
  return [
    ...(ratesFeed?.failure() ? [text('feedRates')] : []),
    ...(isHeld ? [text('historyTitle')] : []),
    ...(channel && last?.problem !== undefined ? [text('alertsTitle')] : []),
  ];
}

function Health({ texts }: ui.PageContext, deps: SetupDeps, status: HistoryStatus | undefined): ui.Html {
  const { relay, now } = deps;
  if (!relay.priceApi()) return false;
  const { entries, keyLimits } = relay.feeds();
  const prices = entries().map(([, feed]) => feed);
  const failures = prices.flatMap((feed) => feed.failure() ?? []);
  const failure = keyLimits.isKeyRefused() ? ({ reason: 'unauthorized' } as const) : failures[0];
  if (failure) return ui.NoticeBox('bad', html`<p>${describeProblem(failure.reason, failure.status, texts)}</p>`);
  const newest = Math.max(...prices.map((feed) => feed.data()?.confirmedAt ?? 0));
  if (newest <= 0) return html`<p>${texts.text('feedsNone')}</p>`;
  const age = texts.duration(ageMs(newest, now()));
  const sections = troubled(texts, deps, status).join(', ');
  if (sections !== '')
    return ui.NoticeBox('warn', html`<p data-value="well">${texts.text('wellBut', { age, sections })}</p>`);
  return ui.NoticeBox('good', html`<p data-value="well">${texts.text('wellFine', { age })}</p>`);
}

function Notices(context: ui.PageContext, { relay, version }: SetupDeps): ui.Html[] {
  const { text } = context.texts;
  const { isStoreStalled, isSharedStoreAway, newestRelease } = relay.feeds();
  const latest = newestRelease() ?? '';
  return [
    relay.priceApi() === undefined &&
      ui.NoticeBox(
        'warn',
        html`<h2>${text('sampleTitle')}</h2><p>${text('sampleText')}</p>
          <a class="button primary" href="${ui.pageHref(context, { step: 'address' })}">${text('connect')}</a>`,
      ),
    isOlder(version, latest) && ui.NoticeBox('warn', html`<p>${text('newRelease', { version, latest })}</p>`),
    isStoreStalled() && ui.NoticeBox('warn', html`<p>${text('statusDisk')}</p>`),
    isSharedStoreAway() && ui.NoticeBox('warn', html`<p>${text('statusStoreAway')}</p>`),
  ];
}

function Facts(context: ui.PageContext, { config, relay, listensAt }: SetupDeps): ui.Html {
  const { text } = context.texts;
  const url = relay.priceApi()?.url;
  const change = config.isPriceApiFixed
    ? html`<p class="hint">${text('setupFixed')}</p>`
    : html`<a href="${ui.pageHref(context, { step: 'address' })}">${text('change')}</a>`;
  return html`<dl>
    ${ui.Fact(text('statusAddress'), ui.Copied(context, 'own-address', extensionUrl(listensAt.url), text('statusAddress')))}
    ${url !== undefined && ui.Fact(text('statusApi'), html`<span>${url}</span> ${change}`)}
  </dl>`;
}

function feedName(source: string, { text }: PageTexts): string {
  if (source === endpoints.partner) return text('feedPartner');
  if (source === ratesSource) return text('feedRates');
  if (source === noticesSource) return text('feedNotices');
  const market = marketOfDetails(source);
  return market === undefined ? source : text('feedMarket', { market: marketNames[market] });
}

export function ProblemSection({ texts }: ui.PageContext, { problems }: SetupDeps): ui.Html {
  const { text, time, number } = texts;
  const entries = problems.all().map(({ at, source, code, status, times }) => {
    const feed = source !== '' && html`<strong>${feedName(source, texts)}: </strong>`;
    const often = times > 1 && html`<span class="hint"> (${text('problemTimes', { n: number(times) })})</span>`;
    const when = html`<time datetime="${new Date(at).toISOString()}">${time(at)}</time>`;
    return html`<li>${when} ${feed}${describeProblem(code, status, texts)}${often}</li>`;
  });
  const title = text('problemsTitle');
  return ui.Folded(
    'problems',
    title,
    false,
    entries.length > 0
      ? html`<ol class="problems" tabindex="0" aria-label="${title}">${entries}</ol>`
      : html`<p>${text('problemsNone')}</p>`,
  );
}

export async function AutostartSection(context: ui.PageContext, { autostart, storage }: SetupDeps): Promise<ui.Html> {
  const { text } = context.texts;
  const state = autostart && (await storage.ask('autostartState', autostart).catch(() => undefined));
  if (!autostart || state === undefined) return false;
  const words = { on: 'autostartIsOn', off: 'autostartIsOff', other: 'autostartIsOther' } as const;
  const path = [autostart.path, autostart.link?.path ?? []].flat().join(', ');
  const button = (to: string, label: string): ui.Html => html`<button name="to" value="${to}">${label}</button>`;
  return ui.Folded(
    'autostart',
    text('autostartTitle'),
    false,
    html`<p>${text(words[state])}</p><p class="hint">${text('autostartHint', { path })}</p>`,
    ui.Form(
      context,
      '/setup/autostart',
      ui.Buttons(
        state !== 'on' && button('on', text(state === 'off' ? 'autostartTurnOn' : 'autostartReplace')),
        state !== 'off' && button('off', text('autostartTurnOff')),
      ),
    ),
  );
}

type HistoryConfig = Pick<SetupDeps['config'], 'databaseFile' | 'recordsHistory'>;

export function HistorySection(
  context: ui.PageContext,
  { config, relay }: { readonly relay: Pick<SetupDeps['relay'], 'priceApi'>; readonly config: HistoryConfig },
  status: HistoryStatus | undefined,
): ui.Html {
  const { text } = context.texts;
  const isSample = relay.priceApi() === undefined;
  const problems = RecordingProblems(context.texts, status, config, isSample);
  return ui.Folded(
    'history',
    text('historyTitle'),
    problems.some(Boolean) && !isSample,
    html`<p>${text('historyWhy')}</p>`,
    ...problems,
    config.recordsHistory ? RecordedFacts(context.texts, status) : html`<p>${text('historyOff')}</p>`,
  );
}

function RecordedFacts({ text, number }: PageTexts, status: HistoryStatus | undefined): ui.Html {
  const size = `${number(Math.ceil(((status?.bytes ?? 0) / 1024 ** 2) * 10) / 10)} MB`;
  const row = (name: PageTextKey, value: string): ui.Html => ui.Fact(text(name), value, name);
  return html`<dl>${row('historySince', status?.since ?? text('historyNone'))}${row('historySize', size)}</dl>`;
}

/** Each problem says a way out. What cannot be stored is told even while the history is off. */
function RecordingProblems(
  texts: PageTexts,
  status: HistoryStatus | undefined,
  { recordsHistory: isKept, databaseFile }: HistoryConfig,
  isSample: boolean,
): ui.Html[] {
  const { text, number } = texts;
  const bad = (words: string) => ui.NoticeBox('bad', html`<p>${words}</p>`);
  const warn = (words: string) => ui.NoticeBox('warn', html`<p>${words}</p>`);
  const clock = isKept && !isSample && status?.clock;
  return [
    isKept && isSample && html`<p>${text('historySample')}</p>`,
    status?.problem !== undefined && bad(describeStorageProblem(texts, status.problem, databaseFile)),
    clock && bad(describeClock(texts, clock)),
    isKept && status && status.removed > 0 && warn(text('historyRemoved', { count: number(status.removed) })),
    isKept && status && status.lostMonths > 0 && warn(text('historyLost', { count: number(status.lostMonths) })),
  ];
}

const unwritable = {
  'no-room': 'historyNoRoom',
  'no-permission': 'historyNoPermission',
  other: 'historyUnwritable',
} as const satisfies Readonly<Record<string, PageTextKey>>;

function describeStorageProblem({ text }: PageTexts, problem: StorageProblem, path: string): string {
  if (problem.kind === 'set-aside') return text('historySetAside', { path: problem.name });
  if (problem.kind === 'newer') return text('historyNewer', { path });
  return text(unwritable[problem.reason], { path, code: problem.code });
}

function describeClock({ text, duration }: PageTexts, clock: ClockProblem): string {
  if (clock.kind === 'untold') return text('historyNoDate');
  const { aheadMs } = clock;
  return text(aheadMs > 0 ? 'historyClockAhead' : 'historyClockBehind', { time: duration(Math.abs(aheadMs)) });
}
