import { html } from 'hono/html';
import { hostnameOf } from '#core/settings/hostnames.ts';
import { isOwnNotice, maxOwnNotices } from '#protocol/notices.ts';
import type { ConfigFile } from '#relay/admin/config-store.ts';
import * as ui from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';

export function SwitchedOffSection(context: ui.PageContext, { configStore }: SetupDeps): ui.Html {
  const { text } = context.texts;
  const rows = configStore.current().ownNotices ?? [];
  const words = (off: string) => text(off === 'listing' ? 'offDifferences' : 'offAll');
  const remove = (site: string) =>
    html`<button aria-label="${text('offEndNamed', { site })}">${text('offEnd')}</button>`;
  const table = ui.Table(
    [text('offSite'), text('offPart'), text('offWhy'), ''],
    rows.map(({ site, off, why }) => [
      site,
      [words(off)],
      [why],
      [ui.Form(context, '/setup/notices/end', ui.Hidden({ site }), remove(site))],
    ]),
  );
  const form = ui.Form(
    context,
    '/setup/notices',
    html`<div class="pair">${ui.Field({ name: 'site', label: text('offSite'), hint: text('offSiteHint'), input: { maxlength: 100 } })}
      ${ui.Field({ name: 'why', label: text('offWhy'), hint: text('offWhyHint'), input: { maxlength: 300 } })}</div>`,
    ui.Buttons(...['listing', 'site'].map((off) => html`<button name="off" value="${off}">${words(off)}</button>`)),
  );
  return ui.Folded(
    'switched-off',
    text('offTitle'),
    false,
    html`<p>${text('offIntro')}</p>`,
    rows.length > 0 && table,
    form,
  );
}

export const withoutNotice = ({ ownNotices = [], ...file }: ConfigFile, site: string): ConfigFile => ({
  ...file,
  ownNotices: ownNotices.filter((one) => one.site !== site),
});

/** With what a form switches off; `undefined` for a form without a site or a reason. A site has one row. */
export function withNotice(file: ConfigFile, field: (name: string) => string): ConfigFile | undefined {
  const typed = field('site')
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '');
  const row = { site: hostnameOf(`https://${typed}`), off: field('off'), why: field('why').trim() };
  const { ownNotices = [], ...others } = withoutNotice(file, row.site ?? '');
  const isGood = isOwnNotice(row) && ownNotices.length < maxOwnNotices;
  return isGood ? { ...others, ownNotices: [...ownNotices, row] } : undefined;
}
