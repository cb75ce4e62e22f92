import { ageMs } from '#core/age.ts';
import { maxDisplayNameLength, type StoredInvite } from '#relay/admin/config-file.ts';
import { type Html, h } from '#relay/admin/html.ts';
import type { InviteUse } from '#relay/admin/invite-uses.ts';
import { Buttons, Field, Form, NoticeBox, type PageContext, Section, Table } from '#relay/admin/page-frame.ts';
import { NameForm } from '#relay/admin/status-views.ts';

interface InviteRow {
  readonly stored: StoredInvite;
  readonly use: InviteUse;
}

export interface InvitesView {
  /** `undefined` while nobody needs an invite. */
  readonly invites: readonly InviteRow[] | undefined;
  readonly relayName: string;
  /** Proposed for the next invite. */
  readonly publicUrl: string;
  readonly quotas: Pick<StoredInvite, 'requestsPerMinute' | 'upstreamPerMinute'>;
  /** Whether only this machine reaches the relay. */
  readonly isLoopback: boolean;
  readonly hasTokens: boolean;
  /** The link of an invite that was made just now. */
  readonly made: { readonly name: string; readonly link: string } | undefined;
  readonly now: number;
}

/** The people who may use the relay. */
export function InviteSections(context: PageContext, view: InvitesView): Html {
  const { text } = context.texts;
  const { invites, made } = view;
  return Section(
    'invites',
    text('invitesTitle'),
    h('p', null, text('invitesWhy')),
    view.isLoopback && h('p', { class: 'hint' }, text('invitesLocal')),
    invites === undefined && !view.hasTokens && h('p', { class: 'warn' }, text('invitesFirst')),
    made && NewLink(context, made),
    invites && invites.length > 0 && InviteTable(context, invites, view.now),
    invites?.length === 0 && !view.hasTokens && OpenUp(context, view.isLoopback),
    InviteForm(context, view),
    NameForm(context, view.relayName, maxDisplayNameLength),
  );
}

function NewLink({ texts: { text } }: PageContext, { name, link }: { name: string; link: string }): Html {
  return NoticeBox(
    'good',
    h('h3', null, text('inviteReady', { name })),
    h('p', null, text('inviteOnce')),
    Buttons(
      h('input', {
        id: 'link',
        readOnly: true,
        value: link,
        'aria-label': text('inviteReady', { name }),
        spellcheck: false,
      }),
      h('button', { type: 'button', 'data-copy': 'link', 'data-done': text('copied') }, text('copy')),
    ),
    h('p', null, text('inviteHow')),
  );
}

function InviteTable(context: PageContext, invites: readonly InviteRow[], now: number): Html {
  const { text, number, duration } = context.texts;
  const lastUse = ({ lastUseAt }: InviteUse): string =>
    lastUseAt === undefined ? text('inviteNever') : text('ago', { age: duration(ageMs(lastUseAt, now)) });
  const Revoke = ({ id, name }: StoredInvite): Html =>
    Form(
      context,
      '/setup/revoke',
      { id },
      h('button', { 'aria-label': text('revokeNamed', { name }) }, text('revoke')),
    );
  return Table(
    [text('inviteName'), text('inviteLastUse'), text('inviteUses'), text('inviteLimits'), ''],
    invites.map(({ stored, use }) => [
      stored.name,
      [lastUse(use)],
      [number(use.requests)],
      [`${number(stored.requestsPerMinute)} / ${number(stored.upstreamPerMinute)}`],
      [Revoke(stored)],
    ]),
  );
}

const OpenUp = (context: PageContext, isLoopback: boolean): Html =>
  NoticeBox(
    'warn',
    h('p', null, context.texts.text('invitesNone')),
    isLoopback && Form(context, '/setup/open-up', {}, h('button', null, context.texts.text('invitesOpen'))),
  );

function InviteForm(context: PageContext, { publicUrl, quotas }: InvitesView): Html {
  const { text } = context.texts;
  const field = (name: string, label: string, input: Readonly<Record<string, string | number>>) =>
    Field({ name, label, input });
  const limit = { type: 'number', min: 1, max: 6000 };
  return Form(
    context,
    '/setup/invite',
    {},
    field('inviteName', text('inviteName'), { maxLength: maxDisplayNameLength }),
    field('publicUrl', text('inviteAddress'), { type: 'url', value: publicUrl }),
    h(
      'div',
      { class: 'pair' },
      field('requestsPerMinute', text('inviteRequests'), { ...limit, value: quotas.requestsPerMinute }),
      field('upstreamPerMinute', text('inviteUpstream'), { ...limit, value: quotas.upstreamPerMinute }),
    ),
    Buttons(h('button', { class: 'primary' }, text('inviteMake'))),
  );
}
