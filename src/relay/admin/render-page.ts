import { html } from 'hono/html';
import { AlertsSection } from '#relay/admin/alerts-view.ts';
import { InviteSections, NameSection, type ShownInvites } from '#relay/admin/invite-views.ts';
import { SwitchedOffSection } from '#relay/admin/own-notices.ts';
import * as ui from '#relay/admin/page-frame.ts';
import type { Draft, SetupDeps } from '#relay/admin/setup-deps.ts';
import { AutostartSection, HistorySection, NowSections, ProblemSection } from '#relay/admin/status-views.ts';
import { describeTest, mayBeSaved, type PriceApiTest } from '#relay/admin/test-price-api.ts';
import { type PageLanguage, type PageTexts, pageTexts } from '#relay/admin/texts.ts';

export interface PageRequest extends ShownInvites {
  readonly language: PageLanguage;
  readonly step: 'address' | 'key' | 'done' | 'status';
  readonly draft: Draft;
  readonly notice?: { readonly tone: ui.NoticeTone; readonly text: string } | undefined;
}

/** A page that tells nothing, for somebody without the session's secret. */
export function renderLocked(language: PageLanguage): string {
  const texts = pageTexts(language);
  const title = texts.text('title');
  const body = html`<section><h1>${title}</h1><p>${texts.text('locked')}</p></section>`;
  return ui.renderDocument(texts, title, (lang) => `/?lang=${lang}`, body);
}

export async function renderPage(deps: SetupDeps, page: PageRequest): Promise<string> {
  const texts = pageTexts(page.language);
  const context: ui.PageContext = { texts, session: deps.secret, revision: deps.configStore.revision() };
  const isStatus = page.step === 'status';
  const inStep = { step: page.step, draft: page.draft.id, ...(page.find && { find: page.find }) };
  const title = `${texts.text(isStatus ? 'statusTitle' : 'setupTitle')} – ${texts.text('title')}`;
  const body = [
    page.notice && ui.NoticeBox(page.notice.tone, html`<p>${page.notice.text}</p>`),
    TakenPort(deps, texts),
    ...(isStatus ? await StatusPage(deps, context, page) : [SetupStep(deps, context, page)]),
  ];
  const inLanguage = (lang: PageLanguage) => ui.pageHref(context, { lang, ...inStep });
  return ui.renderDocument(texts, title, inLanguage, body, isStatus ? ui.pageHref(context, inStep) : undefined);
}

function TakenPort({ takenPort, relayUrl }: SetupDeps, { text }: PageTexts): ui.Html {
  const wanted = takenPort();
  if (wanted === undefined) return false;
  const url = relayUrl();
  return ui.NoticeBox('warn', html`<p>${text('portTaken', { wanted, port: new URL(url).port, url })}</p>`);
}

function SetupStep(deps: SetupDeps, context: ui.PageContext, { step, draft }: PageRequest): ui.Html {
  if (step === 'done') return DoneStep(context, draft.test);
  return step === 'key' ? KeyStep(context, draft) : AddressStep(context, draft, deps.priceApi() === undefined);
}

async function StatusPage(deps: SetupDeps, context: ui.PageContext, page: PageRequest): Promise<ui.Html[]> {
  const recorded = await deps.history.status();
  return [
    ...NowSections(context, deps, recorded),
    InviteSections(context, deps, page),
    ProblemSection(context, deps),
    AlertsSection(context, { ...deps.alerts.status(), ...deps.alerts.contents() }, deps),
    HistorySection(context, deps, recorded),
    SwitchedOffSection(context, deps),
    await AutostartSection(context, deps),
    NameSection(context, deps),
  ];
}

const Heading = ({ texts: { text } }: ui.PageContext, step: number): ui.Html =>
  html`<div class="heading"><h1>${text('setupTitle')}</h1>
    <p class="hint">${text('stepOf', { step, count: 2 })}</p></div>`;

function AddressStep(context: ui.PageContext, draft: Draft, isSample: boolean): ui.Html {
  const { text } = context.texts;
  const { id, url: value } = draft;
  const problem = draft.problem && text(draft.problem);
  const input = { type: 'url', inputmode: 'url', value, placeholder: 'https://prices.example', autofocus: true };
  const form = ui.Form(
    context,
    '/setup/address',
    { draft: id },
    ui.Field({ name: 'url', label: text('address'), hint: text('addressHint'), problem, input }),
    ui.Buttons(
      html`<button class="primary">${text('next')}</button>`,
      html`<a class="later" href="${ui.pageHref(context, { step: 'status' })}">${text('later')}</a>`,
    ),
  );
  return html`<section>${Heading(context, 1)}${isSample && html`<p>${text('setupWhy')}</p>`}
    <p id="needs">${text('needTitle')}</p><ul class="needs" aria-labelledby="needs">
    <li>${text('needAddress')}</li><li>${text('needKey')}</li><li>${text('needPlan')}</li></ul>${form}</section>`;
}

/** The second step: the key, which is tested. The page never shows it again. */
function KeyStep(context: ui.PageContext, draft: Draft): ui.Html {
  const { text } = context.texts;
  const { test } = draft;
  const hasKey = draft.key !== undefined;
  const problem = draft.problem && text(draft.problem);
  const failed = test && test.kind !== 'works' ? test : undefined;
  const hint = hasKey ? `${text('keyHint')} ${text('keyEntered')}` : text('keyHint');
  const change = ui.pageHref(context, { step: 'address', draft: draft.id });
  const save = html`<button formaction="/setup/save">${text('saveAnyway')}</button>`;
  const form = ui.Form(
    context,
    '/setup/key',
    { draft: draft.id },
    ui.Field({ name: 'key', label: text('key'), hint, problem, input: { type: 'password', autofocus: true } }),
    ui.Buttons(
      html`<button class="primary" data-busy="${text('testing')}">${text('test')}</button>`,
      mayBeSaved(test) && hasKey && save,
    ),
  );
  return html`<section>${Heading(context, 2)}
    <p class="entered">${text('address')}: <strong>${draft.url}</strong> <a href="${change}">${text('change')}</a></p>
    ${failed && ui.NoticeBox('bad', describeTest(failed, context.texts))}${form}</section>`;
}

function DoneStep(context: ui.PageContext, test: PriceApiTest | undefined): ui.Html {
  const { text } = context.texts;
  const isTested = test?.kind === 'works';
  const notice = ui.NoticeBox(
    isTested ? 'good' : 'warn',
    isTested && html`<p class="figure">${describeTest(test, context.texts)}</p>`,
    html`<p>${isTested ? text('doneKey') : text('doneUntested')}</p>`,
  );
  const status = ui.pageHref(context, { step: 'status' });
  return html`<section><h1>${isTested ? text('doneTitle') : text('setupTitle')}</h1>${notice}<p>${text('doneNext')}</p>
    ${ui.Buttons(html`<a class="button primary" href="${status}">${text('toStatus')}</a>`)}</section>`;
}
