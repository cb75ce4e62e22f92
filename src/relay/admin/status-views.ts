import type { RecordedProblem } from '#relay/admin/activity.ts';
import { type Html, h } from '#relay/admin/html.ts';
import {
  Buttons,
  DataList,
  type DataRow,
  Form,
  NoticeBox,
  type PageContext,
  pageHref,
  Section,
  Table,
} from '#relay/admin/page-frame.ts';
import { type FeedRow, feedName } from '#relay/admin/status.ts';
import { describeProblem } from '#relay/admin/test-words.ts';

/** Values that change while the page is open, in words, by the name under which the script asks for them. */
interface LiveValues {
  readonly keyUse: string;
  readonly clients: string;
  readonly day: string;
}

export interface StatusView {
  readonly relayUrl: string;
  /** `undefined` while the prices are samples. */
  readonly priceApiUrl: string | undefined;
  readonly isPriceApiFixed: boolean;
  readonly isKeyRefused: boolean;
  readonly isStoreStalled: boolean;
  /** Whether the store that relays share does not answer. */
  readonly isSharedStoreAway: boolean;
  readonly live: LiveValues;
  readonly feeds: readonly FeedRow[];
  readonly problems: readonly RecordedProblem[];
}

/** The state of the relay, without its invites. */
export function StatusSections(context: PageContext, view: StatusView): Html[] {
  const { text } = context.texts;
  return [
    h('h1', null, text('statusTitle')),
    ...Notices(context, view),
    Section('now', text('nowTitle'), Facts(context, view)),
    Section(
      'feeds',
      text('feedsTitle'),
      view.feeds.length === 0 ? h('p', null, text('feedsNone')) : FeedTable(context, view.feeds),
    ),
    Section(
      'day',
      text('dayTitle'),
      h('p', { 'data-value': 'day' }, view.live.day),
      h('img', {
        class: 'chart',
        src: pageHref(context, {}, '/setup/chart.svg'),
        width: 640,
        height: 236,
        alt: view.live.day,
      }),
      h(
        'ul',
        { class: 'legend' },
        h('li', { class: 'requests' }, text('chartRequests')),
        h('li', { class: 'unmodified' }, text('chartNotModified')),
        h('li', { class: 'upstream' }, text('chartUpstream')),
        h('li', { class: 'limit' }, text('chartLimit')),
      ),
    ),
    Section('problems', text('problemsTitle'), Problems(context, view.problems)),
  ];
}

function Notices(context: PageContext, view: StatusView): Html[] {
  const { text } = context.texts;
  return [
    view.priceApiUrl === undefined &&
      NoticeBox(
        'warn',
        h('h2', null, text('sampleTitle')),
        h('p', null, text('sampleText')),
        h('a', { class: 'button primary', href: pageHref(context, { step: 'address' }) }, text('connect')),
      ),
    view.isKeyRefused && NoticeBox('bad', h('p', null, text('statusKeyRefused'))),
    view.isStoreStalled && NoticeBox('warn', h('p', null, text('statusDisk'))),
    view.isSharedStoreAway && NoticeBox('warn', h('p', null, text('statusStoreAway'))),
  ];
}

function Facts(context: PageContext, view: StatusView): Html {
  const { text } = context.texts;
  const { priceApiUrl } = view;
  const change = view.isPriceApiFixed
    ? h('p', { class: 'hint' }, text('setupFixed'))
    : h('a', { href: pageHref(context, { step: 'address' }) }, text('change'));
  const row = (name: string, ...values: Html[]): DataRow => ({ name, values });
  return DataList(
    row(text('statusPrices'), priceApiUrl === undefined ? text('sampleTitle') : text('statusReal')),
    priceApiUrl !== undefined && row(text('statusApi'), h('span', null, priceApiUrl), ' ', change),
    { name: text('statusKeyUse'), values: [view.live.keyUse], live: 'keyUse' },
    { name: text('statusClients'), values: [view.live.clients], live: 'clients' },
    row(text('statusAddress'), h('code', null, view.relayUrl)),
  );
}

const FeedTable = ({ texts: { text } }: PageContext, feeds: readonly FeedRow[]): Html =>
  Table(
    [text('feedName'), text('feedAge'), text('feedNext'), text('feedOutcome')],
    feeds.map(({ name, age, next, outcome, isBad }, at) => [
      name,
      [age, { 'data-value': `age${at}` }],
      [next, { 'data-value': `next${at}` }],
      [outcome, isBad ? { class: 'bad' } : {}],
    ]),
  );

function Problems({ texts }: PageContext, problems: readonly RecordedProblem[]): Html {
  if (problems.length === 0) return h('p', null, texts.text('problemsNone'));
  const entries = problems.map(({ at, source, code, status, times }) =>
    h(
      'li',
      null,
      h('time', { dateTime: new Date(at).toISOString() }, texts.time(at)),
      ' ',
      source !== '' && h('strong', null, `${feedName(source, texts)}: `),
      describeProblem(code, status, texts),
      times > 1 && h('span', { class: 'hint' }, ` (${texts.text('problemTimes', { n: texts.number(times) })})`),
    ),
  );
  return h('ol', { class: 'problems', tabIndex: 0, 'aria-labelledby': 'problems' }, ...entries);
}

/** A page for somebody without the session's secret: it tells nothing about the relay. */
export const LockedView = (title: string, words: string): Html =>
  h('section', null, h('h1', null, title), h('p', null, words));

/** The form for the relay's own name. */
export function NameForm(context: PageContext, name: string, maxLength: number): Html {
  const { text } = context.texts;
  return Form(
    context,
    '/setup/name',
    {},
    h('label', { for: 'name' }, text('relayName')),
    h('p', { class: 'hint', id: 'name-hint' }, text('relayNameHint')),
    Buttons(
      h('input', {
        id: 'name',
        name: 'name',
        value: name,
        maxLength,
        autocomplete: 'off',
        'aria-describedby': 'name-hint',
      }),
      h('button', null, text('save')),
    ),
  );
}
