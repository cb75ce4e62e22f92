import { html } from 'hono/html';
import { AlertsSection } from '#relay/admin/alerts-view.ts';
import type { Draft } from '#relay/admin/drafts.ts';
import { HistorySection } from '#relay/admin/history-views.ts';
import { InviteSections, type MadeInvite, NameSection } from '#relay/admin/invite-views.ts';
import {
  type Html,
  NoticeBox,
  type NoticeTone,
  type PageContext,
  pageHref,
  renderDocument,
} from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { AddressStep, DoneStep, KeyStep } from '#relay/admin/setup-views.ts';
import { AutostartSection, DetailSection, NowSections } from '#relay/admin/status-views.ts';
import { type PageLanguage, type PageTexts, pageTexts } from '#relay/admin/texts.ts';

export interface PageRequest {
  readonly language: PageLanguage;
  /** `status` for any other. */
  readonly step: 'address' | 'key' | 'done' | 'status';
  readonly draft: Draft;
  readonly notice?: { readonly tone: NoticeTone; readonly text: string } | undefined;
  readonly made?: readonly MadeInvite[] | undefined;
}

/** A page that tells nothing, for somebody without the session's secret. */
export function renderLocked(language: PageLanguage): string {
  const texts = pageTexts(language);
  const title = texts.text('title');
  return renderDocument({
    texts,
    title,
    inLanguage: (lang) => `/?lang=${lang}`,
    body: html`<section><h1>${title}</h1><p>${texts.text('locked')}</p></section>`,
  });
}

export async function renderPage(deps: SetupDeps, page: PageRequest): Promise<string> {
  const texts = pageTexts(page.language);
  const context: PageContext = { texts, session: deps.secret, revision: deps.store.revision() };
  const isStatus = page.step === 'status';
  const inStep = { step: page.step, draft: page.draft.id };
  return renderDocument({
    texts,
    title: `${texts.text(isStatus ? 'statusTitle' : 'setupTitle')} – ${texts.text('title')}`,
    inLanguage: (lang) => pageHref(context, { lang, ...inStep }),
    live: isStatus ? pageHref(context, inStep) : undefined,
    body: [
      page.notice && NoticeBox(page.notice.tone, html`<p>${page.notice.text}</p>`),
      TakenPort(deps, texts),
      ...(isStatus ? await StatusPage(deps, context, page) : [SetupStep(deps, context, page)]),
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
  if (step === 'done') return DoneStep(context, draft.test);
  return step === 'key' ? KeyStep(context, draft) : AddressStep(context, draft, deps.priceApi() === undefined);
}

const StatusPage = async (deps: SetupDeps, context: PageContext, { made }: PageRequest): Promise<Html[]> => [
  ...NowSections(context, deps),
  InviteSections(context, deps, made),
  DetailSection(context, deps),
  AlertsSection(context, deps.alerts.status()),
  await HistorySection(context, deps),
  await AutostartSection(context, deps),
  NameSection(context, deps),
];
