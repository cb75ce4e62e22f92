import { html } from 'hono/html';
import { Fact, Folded, type Html, NoticeBox, type PageContext } from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import type { ClockProblem, HistoryStatus } from '#relay/history/service.ts';
import type { StorageProblem } from '#relay/store/storage-file.ts';

const megabyte = 1024 * 1024;

type HistoryConfig = Pick<SetupDeps['config'], 'databaseFile' | 'recordsHistory'>;

/** Since when prices are recorded, and what is wrong with it. */
export async function HistorySection(
  context: PageContext,
  { config, history, priceApi }: Pick<SetupDeps, 'history' | 'priceApi'> & { readonly config: HistoryConfig },
): Promise<Html> {
  const { text } = context.texts;
  const status = await history.status();
  const problems = Problems(context.texts, status, config, priceApi() === undefined);
  return Folded(
    'history',
    text('historyTitle'),
    problems.some(Boolean) && priceApi() !== undefined,
    html`<p>${text('historyWhy')}</p>`,
    ...problems,
    config.recordsHistory ? Facts(context.texts, status) : html`<p>${text('historyOff')}</p>`,
  );
}

function Facts({ text, number }: PageTexts, status: HistoryStatus | undefined): Html {
  const size = `${number(Math.ceil(((status?.bytes ?? 0) / megabyte) * 10) / 10)} MB`;
  const row = (name: PageTextKey, value: string): Html => Fact(text(name), value, name);
  return html`<dl>${row('historySince', status?.since ?? text('historyNone'))}${row('historySize', size)}</dl>`;
}

/** Each problem says a way out. What cannot be stored is told even while the history is off. */
function Problems(
  texts: PageTexts,
  status: HistoryStatus | undefined,
  { recordsHistory: isKept, databaseFile }: HistoryConfig,
  isSample: boolean,
): Html[] {
  const { text, number } = texts;
  const bad = (words: string) => NoticeBox('bad', html`<p>${words}</p>`);
  const warn = (words: string) => NoticeBox('warn', html`<p>${words}</p>`);
  const clock = isKept && !isSample && status?.clock;
  return [
    isKept && isSample && html`<p>${text('historySample')}</p>`,
    status?.problem !== undefined && bad(describeStorageProblem(texts, status.problem, databaseFile)),
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
