import { type MarketId, marketIds, markets } from '#core/markets.ts';
import { type Html, h } from '#relay/admin/html.ts';
import {
  Buttons,
  DataList,
  type DataRow,
  Form,
  HiddenFields,
  NoticeBox,
  type PageContext,
  pageHref,
  Section,
} from '#relay/admin/page-frame.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import type { ClockProblem } from '#relay/history/agreed-time.ts';
import type { BadRow } from '#relay/history/import-file.ts';
import type { HistoryStatus } from '#relay/history/service.ts';
import { halfHourMs } from '#relay/history/time.ts';
import type { StorageProblem } from '#relay/store/storage-file.ts';

/** What a file of older prices brought. */
export interface ImportView {
  readonly count: number;
  /** New names beyond the imports' share. */
  readonly namesLeftOut: number;
  readonly badCount: number;
  readonly bad: readonly BadRow[];
}

export interface HistorySectionView {
  /** `undefined` while nothing is known of it. */
  readonly status: HistoryStatus | undefined;
  /** The database. */
  readonly file: string;
  readonly isKept: boolean;
  readonly markets: readonly MarketId[];
  readonly isFileFixed: boolean;
  readonly areMarketsFixed: boolean;
  readonly isSample: boolean;
  readonly imported: ImportView | undefined;
  readonly now: number;
}

/** Largest file of older prices, in bytes. It is read in memory. */
export const maxImportBytes = 32 * 1024 * 1024;
const megabyte = 1024 * 1024;

/** What is recorded, since when, what is wrong with it, and the forms that change it. */
export function HistorySection(context: PageContext, view: HistorySectionView): Html {
  const { text } = context.texts;
  return Section(
    'history',
    text('historyTitle'),
    h('p', null, text('historyWhy')),
    ...Problems(context.texts, view),
    view.isKept ? Facts(context.texts, view) : h('p', null, text('historyOff')),
    MarketForm(context, view),
    view.isKept && ImportForm(context, view.imported),
  );
}

/** The values of the section that change while the page is open. */
export function historyValues({ text, items, number, time }: PageTexts, { status, now }: HistorySectionView) {
  const last = lastHalfHour(status);
  return {
    historySince: status?.since ?? text('historyNone'),
    historyItems: items(status?.items ?? 0),
    historyLast: last === undefined ? '–' : time(Math.min(last * halfHourMs, now)),
    historySize: `${number(Math.ceil(((status?.bytes ?? 0) / megabyte) * 10) / 10)} MB`,
  };
}

function lastHalfHour(status: HistoryStatus | undefined): number | undefined {
  const halfHours = Object.values(status?.lastHalfHours ?? {});
  return halfHours.length > 0 ? Math.max(...halfHours) : undefined;
}

function Facts(texts: PageTexts, view: HistorySectionView): Html {
  const { text } = texts;
  const values = historyValues(texts, view);
  const row = (name: string, live: keyof typeof values): DataRow => ({ name, values: [values[live]], live });
  return DataList(
    row(text('historySince'), 'historySince'),
    row(text('historyItems'), 'historyItems'),
    { name: text('historyMarkets'), values: [view.markets.map((id) => markets[id].name).join(', ')] },
    row(text('historyLast'), 'historyLast'),
    row(text('historySize'), 'historySize'),
  );
}

/** Each problem says a way out. What cannot be stored is told even while the history is off. */
function Problems(texts: PageTexts, { status, file, isKept, isSample }: HistorySectionView): (Html | false)[] {
  const { text, number } = texts;
  const bad = (words: string) => NoticeBox('bad', h('p', null, words));
  const warn = (words: string) => NoticeBox('warn', h('p', null, words));
  const clock = isKept && !isSample && status?.clock;
  return [
    isKept && isSample && h('p', null, text('historySample')),
    status?.problem !== undefined && bad(describeStorageProblem(texts, status.problem, file)),
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

/** The field of a market in the form. */
export const marketField = (id: MarketId): string => `market-${id}`;

function MarketForm(context: PageContext, view: HistorySectionView): Html {
  const { text } = context.texts;
  const box = (name: string, label: string, checked: boolean, disabled: boolean): Html =>
    h('label', { class: 'choice' }, h('input', { type: 'checkbox', name, value: '1', checked, disabled }), label);
  return Form(
    context,
    '/setup/history',
    {},
    box('keep', text('historyKeep'), view.isKept, view.isFileFixed),
    view.isFileFixed && h('p', { class: 'hint' }, text('historyFileFixed')),
    h(
      'fieldset',
      { 'aria-describedby': 'history-cost' },
      h('legend', null, text('historyChoose')),
      h('p', { class: 'hint', id: 'history-cost' }, text(view.areMarketsFixed ? 'historyMarketsFixed' : 'historyCost')),
      h(
        'div',
        { class: 'choices' },
        ...marketIds.map((id) =>
          box(marketField(id), markets[id].name, view.markets.includes(id), view.areMarketsFixed),
        ),
      ),
    ),
    !(view.isFileFixed && view.areMarketsFixed) && Buttons(h('button', null, text('save'))),
  );
}

const rowProblems = {
  shape: 'importShape',
  name: 'importName',
  market: 'importMarket',
  time: 'importTime',
  price: 'importPrice',
} as const satisfies Readonly<Record<BadRow['problem'], PageTextKey>>;

function ImportForm(context: PageContext, imported: ImportView | undefined): Html {
  const { text } = context.texts;
  const limit = context.texts.number(maxImportBytes / megabyte);
  return h(
    'form',
    // The secret in the address is checked before the file is read, and the one in the form after it.
    { method: 'post', action: pageHref(context, {}, '/setup/import'), enctype: 'multipart/form-data' },
    ...HiddenFields(context),
    h('h3', null, text('importTitle')),
    imported && ImportResultBox(context.texts, imported),
    h('p', { class: 'hint', id: 'import-hint' }, text('importHint', { limit })),
    Buttons(
      h('input', {
        type: 'file',
        name: 'file',
        required: true,
        accept: '.csv,.tsv,.json,.jsonl,.txt,text/csv,application/json',
        'aria-label': text('importFile'),
        'aria-describedby': 'import-hint',
        'data-max-bytes': maxImportBytes,
        'data-too-large': text('errImportSize', { limit }),
      }),
      h('button', { 'data-busy': text('importBusy') }, text('importDo')),
    ),
  );
}

/** What an import brought: a sentence, and one for each row that is named. */
export function importLines({ text, number }: PageTexts, view: ImportView): readonly string[] {
  const { count, namesLeftOut, badCount, bad } = view;
  return [
    text('importDone', { prices: number(count), rows: number(badCount) }),
    ...(namesLeftOut > 0 ? [text('importNames', { names: number(namesLeftOut) })] : []),
    ...bad.map(({ row, problem }) => text('importRow', { row: number(row), problem: text(rowProblems[problem]) })),
  ];
}

function ImportResultBox(texts: PageTexts, view: ImportView): Html {
  const [done, ...rest] = importLines(texts, view);
  return NoticeBox(
    rest.length > 0 ? 'warn' : 'good',
    h('p', null, done ?? ''),
    rest.length > 0 && h('ul', { class: 'rows' }, ...rest.map((line) => h('li', null, line))),
  );
}
