import { html } from 'hono/html';
import { ageMs } from '#core/prices/age.ts';
import { hostWithoutBrackets, isLoopbackHost } from '#protocol/loopback.ts';
import { maxDisplayNameLength, type StoredInvite } from '#relay/admin/config-file.ts';
import type { InviteUse } from '#relay/admin/invites.ts';
import * as ui from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';

interface MadeInvite {
  readonly name: string;
  readonly link: string;
  /** The owner's, which the first invite makes necessary. */
  readonly isOwn?: boolean;
}

export interface ShownInvites {
  readonly made?: readonly MadeInvite[] | undefined;
  readonly find?: string | undefined;
}

export function InviteSections(
  context: ui.PageContext,
  deps: SetupDeps,
  { made = [], find = '' }: ShownInvites,
): ui.Html {
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
        [ui.Form(context, '/setup/revoke', { id }, revoke(name))],
      ]),
  );
}

const OpenUp = (context: ui.PageContext, isLoopback: boolean): ui.Html =>
  ui.NoticeBox(
    'warn',
    html`<p>${context.texts.text('invitesNone')}</p>`,
    isLoopback && ui.Form(context, '/setup/open-up', {}, html`<button>${context.texts.text('invitesOpen')}</button>`),
  );

/** Proposes the address of the last invite, never the relay's own: nobody but this computer reaches that. */
function InviteForm(context: ui.PageContext, { configStore }: SetupDeps): ui.Html {
  const { text } = context.texts;
  const value = configStore.current().publicUrl ?? '';
  return ui.Form(
    context,
    '/setup/invite',
    {},
    html`<div class="pair">${ui.Field({ name: 'inviteName', label: text('inviteName'), input: { maxlength: maxDisplayNameLength } })}
      ${ui.Field({ name: 'publicUrl', label: text('inviteAddress'), input: { type: 'url', value, placeholder: 'https://relay.example' } })}</div>`,
    ui.Buttons(html`<button class="primary">${text('inviteMake')}</button>`),
  );
}

export function NameSection(context: ui.PageContext, { configStore }: SetupDeps): ui.Html {
  const { text } = context.texts;
  const input = { value: configStore.current().name ?? '', maxlength: maxDisplayNameLength };
  const form = ui.Form(
    context,
    '/setup/name',
    {},
    ui.Field({ name: 'name', label: text('relayName'), hint: text('relayNameHint'), input }),
    ui.Buttons(html`<button>${text('save')}</button>`),
  );
  return ui.Folded('relay-name', text('relayName'), false, form);
}
