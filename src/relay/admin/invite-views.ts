import { html } from 'hono/html';
import { ageMs } from '#core/age.ts';
import { maxDisplayNameLength } from '#relay/admin/config-file.ts';
import type { InviteUse } from '#relay/admin/invite-uses.ts';
import {
  attributes,
  Buttons,
  Field,
  Form,
  type Html,
  NoticeBox,
  type PageContext,
  Section,
  Table,
} from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { NameForm } from '#relay/admin/status-views.ts';

/** An invite that was made just now. Its link is shown once. */
export interface MadeInvite {
  readonly name: string;
  readonly link: string;
}

type InvitesView = ReturnType<typeof toInvitesView>;

export function toInvitesView({ store, invites, limits, config, ...deps }: SetupDeps, made: MadeInvite | undefined) {
  const file = store.current();
  return {
    /** `undefined` while nobody needs an invite. */
    invites: file.invites?.map((stored) => ({ stored, use: invites.useOf(stored.id) })),
    relayName: file.name ?? '',
    /** Proposed for the next invite, as the quotas. */
    publicUrl: file.publicUrl ?? deps.relayUrl(),
    quotas: { requestsPerMinute: limits.clientPerMinute, upstreamPerMinute: limits.tokenUpstreamPerMinute },
    isLoopback: config.isLoopback,
    hasTokens: config.tokens.length > 0,
    made,
    now: deps.now(),
  };
}

/** The people who may use the relay. */
export function InviteSections(context: PageContext, view: InvitesView): Html {
  const { text } = context.texts;
  const { invites, made } = view;
  return Section(
    'invites',
    text('invitesTitle'),
    html`<p>${text('invitesWhy')}</p>`,
    view.isLoopback && html`<p class="hint">${text('invitesLocal')}</p>`,
    invites === undefined && !view.hasTokens && html`<p class="warn">${text('invitesFirst')}</p>`,
    made && NewLink(context, made),
    invites && invites.length > 0 && InviteTable(context, invites, view.now),
    invites?.length === 0 && !view.hasTokens && OpenUp(context, view.isLoopback),
    InviteForm(context, view),
    NameForm(context, view.relayName, maxDisplayNameLength),
  );
}

function NewLink({ texts: { text } }: PageContext, { name, link }: MadeInvite): Html {
  const title = text('inviteReady', { name });
  return NoticeBox(
    'good',
    html`<h3>${title}</h3><p>${text('inviteOnce')}</p>`,
    Buttons(
      html`<input id="link" readonly${attributes({ value: link, 'aria-label': title })} spellcheck="false">`,
      html`<button type="button" data-copy="link" data-done="${text('copied')}">${text('copy')}</button>`,
    ),
    html`<p>${text('inviteHow')}</p>`,
  );
}

function InviteTable(context: PageContext, invites: NonNullable<InvitesView['invites']>, now: number): Html {
  const { text, number, duration } = context.texts;
  const lastUse = ({ lastUseAt }: InviteUse): string =>
    lastUseAt === undefined ? text('inviteNever') : text('ago', { age: duration(ageMs(lastUseAt, now)) });
  const revoke = (name: string) =>
    html`<button aria-label="${text('revokeNamed', { name })}">${text('revoke')}</button>`;
  return Table(
    [text('inviteName'), text('inviteLastUse'), text('inviteUses'), text('inviteLimits'), ''],
    invites.map(({ stored: { id, name, requestsPerMinute, upstreamPerMinute }, use }) => [
      name,
      [lastUse(use)],
      [number(use.requests)],
      [`${number(requestsPerMinute)} / ${number(upstreamPerMinute)}`],
      [Form(context, '/setup/revoke', { id }, revoke(name))],
    ]),
  );
}

const OpenUp = (context: PageContext, isLoopback: boolean): Html =>
  NoticeBox(
    'warn',
    html`<p>${context.texts.text('invitesNone')}</p>`,
    isLoopback && Form(context, '/setup/open-up', {}, html`<button>${context.texts.text('invitesOpen')}</button>`),
  );

function InviteForm(context: PageContext, { publicUrl, quotas }: InvitesView): Html {
  const { text } = context.texts;
  const limit = { type: 'number', min: 1, max: 6000 };
  const perMinute = (name: keyof typeof quotas, label: string) =>
    Field({ name, label, input: { ...limit, value: quotas[name] } });
  return Form(
    context,
    '/setup/invite',
    {},
    Field({ name: 'inviteName', label: text('inviteName'), input: { maxlength: maxDisplayNameLength } }),
    Field({ name: 'publicUrl', label: text('inviteAddress'), input: { type: 'url', value: publicUrl } }),
    html`<div class="pair">${perMinute('requestsPerMinute', text('inviteRequests'))}
      ${perMinute('upstreamPerMinute', text('inviteUpstream'))}</div>`,
    Buttons(html`<button class="primary">${text('inviteMake')}</button>`),
  );
}
