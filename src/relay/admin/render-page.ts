import { html } from 'hono/html';
import { ageMs } from '#core/prices/age.ts';
import { hostWithoutBrackets, isLoopbackHost } from '#protocol/loopback.ts';
import { AlertsSection } from '#relay/admin/alerts-view.ts';
import { maxDisplayNameLength, type StoredInvite } from '#relay/admin/config-store.ts';
import type { InviteUse } from '#relay/admin/invites.ts';
import { SwitchedOffSection } from '#relay/admin/own-notices.ts';
import * as ui from '#relay/admin/page-frame.ts';
import { type Draft, describeTest, mayBeSaved, type PriceApiTest, type SetupDeps } from '#relay/admin/setup-deps.ts';
import { AutostartSection, HistorySection, NowSections, ProblemSection } from '#relay/admin/status-views.ts';
import { type PageLanguage, type PageTexts, pageTexts } from '#relay/admin/texts.ts';

export interface PageRequest {
  readonly language: PageLanguage;
  readonly step: 'address' | 'key' | 'done' | 'status';
  readonly draft: Draft;
  readonly notice?: { readonly tone: ui.NoticeTone; readonly text: string } | undefined;
  readonly made?: readonly MadeInvite[] | undefined;
  readonly find?: string | undefined;
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

function TakenPort({ listensAt: { url, takenPort: wanted } }: SetupDeps, { text }: PageTexts): ui.Html {
  if (wanted === undefined) return false;
  return ui.NoticeBox('warn', html`<p>${text('portTaken', { wanted, port: new URL(url).port, url })}</p>`);
}

function SetupStep(deps: SetupDeps, context: ui.PageContext, { step, draft }: PageRequest): ui.Html {
  if (step === 'done') return DoneStep(context, draft.test);
  return step === 'key' ? KeyStep(context, draft) : AddressStep(context, draft, deps.relay.priceApi() === undefined);
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
    ui.Hidden({ draft: id }),
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
    ui.Hidden({ draft: draft.id }),
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

interface MadeInvite {
  readonly name: string;
  readonly link: string;
  /** The owner's, which the first invite makes necessary. */
  readonly isOwn?: boolean;
}

function InviteSections(context: ui.PageContext, deps: SetupDeps, { made = [], find = '' }: PageRequest): ui.Html {
  const { text } = context.texts;
  const { isLoopback, tokens } = deps.config;
  const { invites } = deps.configStore.current();
  const hasTokens = tokens.length > 0;
  return ui.Section(
    'invites',
    text('invitesTitle'),
    html`<p>${text('invitesWhy')}</p>`,
    // Until there is a list, nobody needs an invite.
    invites === undefined && !hasTokens && html`<p class="warn">${text('invitesFirst')}</p>`,
    ...made.map((one, at) => NewLink(context, one, at)),
    invites && invites.length > maxInvites && FindForm(context, find),
    invites && invites.length > 0 && InviteTable(context, invites, find, deps),
    invites?.length === 0 && !hasTokens && OpenUp(context, isLoopback),
    InviteForm(context, deps),
    isLoopback && html`<p class="hint">${text('invitesLocal')}</p>`,
  );
}

function NewLink(context: ui.PageContext, { name, link, isOwn }: MadeInvite, at: number): ui.Html {
  const { text } = context.texts;
  const title = text('inviteReady', { name });
  const isHere = !isOwn && isLoopbackHost(hostWithoutBrackets(new URL(link)));
  return ui.NoticeBox(
    isHere ? 'warn' : 'good',
    html`<h3>${title}</h3>${isHere && html`<p>${text('inviteHere')}</p>`}<p>${text('inviteOnce')}</p>`,
    ui.Copied(context, `link-${at}`, link, title),
    html`<p>${text(isOwn ? 'inviteOwnHow' : 'inviteHow')}</p>`,
  );
}

/** Invites on the page, the newest: it is made anew every few seconds. Others are found by their names. */
const maxInvites = 100;

function FindForm({ session, texts: { text, language } }: ui.PageContext, find: string): ui.Html {
  const hidden = ui.Hidden({ session, lang: language, step: 'status' });
  const input = { name: 'find', value: find, maxlength: maxDisplayNameLength, 'aria-label': text('inviteName') };
  return html`<form action="/">${hidden}${ui.Buttons(html`<input${ui.attributes(input)}>`, html`<button>${text('inviteFind')}</button>`)}</form>`;
}

function InviteTable(
  context: ui.PageContext,
  stored: readonly StoredInvite[],
  find: string,
  { invites, now }: SetupDeps,
): ui.Html {
  const { text, number, duration } = context.texts;
  const lastUse = ({ lastUseAt }: InviteUse): string =>
    lastUseAt === undefined ? text('inviteNever') : text('ago', { age: duration(ageMs(lastUseAt, now())) });
  const revoke = (name: string) =>
    html`<button aria-label="${text('revokeNamed', { name })}">${text('revoke')}</button>`;
  const named = stored.filter(({ name }) => name.includes(find));
  return ui.Table(
    [text('inviteName'), text('inviteLastUse'), text('inviteUses'), ''],
    named
      .slice(-maxInvites)
      .map(({ id, name }) => [
        name,
        [lastUse(invites.useOf(id)), { 'data-value': `use-${id}` }],
        [number(invites.useOf(id).requests), { 'data-value': `uses-${id}` }],
        [ui.Form(context, '/setup/revoke', ui.Hidden({ id }), revoke(name))],
      ]),
  );
}

const OpenUp = (context: ui.PageContext, isLoopback: boolean): ui.Html =>
  ui.NoticeBox(
    'warn',
    html`<p>${context.texts.text('invitesNone')}</p>`,
    isLoopback && ui.Form(context, '/setup/open-up', html`<button>${context.texts.text('invitesOpen')}</button>`),
  );

/** Proposes the address of the last invite, never the relay's own: nobody but this computer reaches that. */
function InviteForm(context: ui.PageContext, { configStore }: SetupDeps): ui.Html {
  const { text } = context.texts;
  const value = configStore.current().publicUrl ?? '';
  return ui.Form(
    context,
    '/setup/invite',
    html`<div class="pair">${ui.Field({ name: 'inviteName', label: text('inviteName'), input: { maxlength: maxDisplayNameLength } })}
      ${ui.Field({ name: 'publicUrl', label: text('inviteAddress'), input: { type: 'url', value, placeholder: 'https://relay.example' } })}</div>`,
    ui.Buttons(html`<button class="primary">${text('inviteMake')}</button>`),
  );
}

function NameSection(context: ui.PageContext, { configStore }: SetupDeps): ui.Html {
  const { text } = context.texts;
  const input = { value: configStore.current().name ?? '', maxlength: maxDisplayNameLength };
  const form = ui.Form(
    context,
    '/setup/name',
    ui.Field({ name: 'name', label: text('relayName'), hint: text('relayNameHint'), input }),
    ui.Buttons(html`<button>${text('save')}</button>`),
  );
  return ui.Folded('relay-name', text('relayName'), false, form);
}
