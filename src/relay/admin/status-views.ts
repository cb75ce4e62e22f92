import { html } from 'hono/html';
import type { RecordedProblem } from '#relay/admin/activity.ts';
import {
  attributes,
  Buttons,
  Fact,
  Form,
  type Html,
  NoticeBox,
  type PageContext,
  pageHref,
  Section,
  Table,
} from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import { type FeedRow, feedName, type StatusView } from '#relay/admin/status.ts';
import { describeProblem } from '#relay/admin/test-price-api.ts';

export function StatusSections(context: PageContext, view: StatusView): Html[] {
  const { text } = context.texts;
  return [
    html`<h1>${text('statusTitle')}</h1>`,
    ...Notices(context, view),
    Section('now', text('nowTitle'), Facts(context, view)),
    Section(
      'feeds',
      text('feedsTitle'),
      view.feeds.length === 0 ? html`<p>${text('feedsNone')}</p>` : FeedTable(context, view.feeds),
    ),
    Section(
      'day',
      text('dayTitle'),
      html`<p data-value="day">${view.day}</p>
        <img class="chart" src="${pageHref(context, {}, '/setup/chart.svg')}" width="640" height="236" alt="">
        <ul class="legend">
          <li class="requests">${text('chartRequests')}</li><li class="unmodified">${text('chartNotModified')}</li>
          <li class="upstream">${text('chartUpstream')}</li><li class="limit">${text('chartLimit')}</li>
        </ul>`,
    ),
    Section('problems', text('problemsTitle'), Problems(context, view.problems)),
  ];
}

function Notices(context: PageContext, view: StatusView): Html[] {
  const { text } = context.texts;
  const connect = pageHref(context, { step: 'address' });
  return [
    view.priceApiUrl === undefined &&
      NoticeBox(
        'warn',
        html`<h2>${text('sampleTitle')}</h2><p>${text('sampleText')}</p>
          <a class="button primary" href="${connect}">${text('connect')}</a>`,
      ),
    view.isKeyRefused && NoticeBox('bad', html`<p>${text('statusKeyRefused')}</p>`),
    view.isStoreStalled && NoticeBox('warn', html`<p>${text('statusDisk')}</p>`),
    view.isSharedStoreAway && NoticeBox('warn', html`<p>${text('statusStoreAway')}</p>`),
  ];
}

function Facts(context: PageContext, view: StatusView): Html {
  const { text } = context.texts;
  const { priceApiUrl, keyUse, clients } = view;
  const change = view.isPriceApiFixed
    ? html`<p class="hint">${text('setupFixed')}</p>`
    : html`<a href="${pageHref(context, { step: 'address' })}">${text('change')}</a>`;
  return html`<dl>
    ${priceApiUrl !== undefined && Fact(text('statusApi'), html`<span>${priceApiUrl}</span> ${change}`)}
    ${Fact(text('statusKeyUse'), keyUse, 'keyUse')}${Fact(text('statusClients'), clients, 'clients')}
    ${Fact(text('statusAddress'), html`<code>${view.relayUrl}</code>`)}
  </dl>`;
}

const FeedTable = ({ texts: { text } }: PageContext, feeds: readonly FeedRow[]): Html =>
  Table(
    [text('feedName'), text('feedAge'), text('feedNext'), text('feedOutcome')],
    feeds.map(({ name, age, next, outcome, isBad }, at) => [
      name,
      [age, { 'data-value': `age${at}` }],
      [next, { 'data-value': `next${at}` }],
      [outcome, { class: isBad && 'bad' }],
    ]),
  );

function Problems({ texts }: PageContext, problems: readonly RecordedProblem[]): Html {
  const { text, time, number } = texts;
  if (problems.length === 0) return html`<p>${text('problemsNone')}</p>`;
  const entries = problems.map(({ at, source, code, status, times }) => {
    const feed = source !== '' && html`<strong>${feedName(source, texts)}: </strong>`;
    const often = times > 1 && html`<span class="hint"> (${text('problemTimes', { n: number(times) })})</span>`;
    const when = html`<time datetime="${new Date(at).toISOString()}">${time(at)}</time>`;
    return html`<li>${when} ${feed}${describeProblem(code, status, texts)}${often}</li>`;
  });
  return html`<ol class="problems" tabindex="0" aria-labelledby="problems">${entries}</ol>`;
}

/** A page for somebody without the session's secret: it tells nothing about the relay. */
export const LockedView = (title: string, words: string): Html =>
  html`<section><h1>${title}</h1><p>${words}</p></section>`;

export function NameForm(context: PageContext, name: string, maxLength: number): Html {
  const { text } = context.texts;
  const input = { value: name, maxlength: maxLength, autocomplete: 'off', 'aria-describedby': 'name-hint' };
  return Form(
    context,
    '/setup/name',
    {},
    html`<label for="name">${text('relayName')}</label><p class="hint" id="name-hint">${text('relayNameHint')}</p>`,
    Buttons(html`<input id="name" name="name"${attributes(input)}>`, html`<button>${text('save')}</button>`),
  );
}

/** Says whether the relay starts at login, and switches it; nothing while the disk does not say. */
export async function AutostartSection(context: PageContext, { autostart, disk }: SetupDeps): Promise<Html> {
  const { text } = context.texts;
  const state = autostart && (await disk.ask('autostartState', autostart).catch(() => undefined));
  if (!autostart || state === undefined) return false;
  const words = { on: 'autostartIsOn', off: 'autostartIsOff', other: 'autostartIsOther' } as const;
  const button = (to: string, label: string): Html => html`<button name="to" value="${to}">${label}</button>`;
  return Section(
    'autostart',
    text('autostartTitle'),
    html`<p>${text(words[state])}</p><p class="hint">${text('autostartHint', { path: autostart.path })}</p>`,
    Form(
      context,
      '/setup/autostart',
      {},
      Buttons(
        state !== 'on' && button('on', text(state === 'off' ? 'autostartTurnOn' : 'autostartReplace')),
        state !== 'off' && button('off', text('autostartTurnOff')),
      ),
    ),
  );
}
