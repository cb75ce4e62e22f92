import { html } from 'hono/html';
import { type MarketId, marketIds, markets } from '#core/prices/markets.ts';
import {
  attributes,
  Buttons,
  Fact,
  Folded,
  Form,
  type Html,
  NoticeBox,
  type PageContext,
} from '#relay/admin/page-frame.ts';
import type { SetupDeps } from '#relay/admin/setup-deps.ts';
import type { PageTextKey, PageTexts } from '#relay/admin/texts.ts';
import type { ClockProblem, HistoryStatus } from '#relay/history/service.ts';
import type { StorageProblem } from '#relay/store/storage-file.ts';

const megabyte = 1024 * 1024;

type HistoryConfig = ReturnType<SetupDeps['history']['config']>;

/** What is recorded, since when, what is wrong with it, and the form that changes it. */
export async function HistorySection(
  context: PageContext,
  { history, priceApi }: Pick<SetupDeps, 'history' | 'priceApi'>,
): Promise<Html> {
  const { text } = context.texts;
  const [status, config] = [await history.status(), history.config()];
  const problems = Problems(context.texts, status, config, priceApi() === undefined);
  return Folded(
    'history',
    text('historyTitle'),
    problems.some(Boolean) && priceApi() !== undefined,
    html`<p>${text('historyWhy')}</p>`,
    ...problems,
    config.recordsHistory ? Facts(context.texts, status) : html`<p>${text('historyOff')}</p>`,
    MarketForm(context, config),
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

export const marketField = (id: MarketId): string => `market-${id}`;

function MarketForm(context: PageContext, config: HistoryConfig): Html {
  const { isHistoryFileFixed, areHistoryMarketsFixed } = config;
  const { text } = context.texts;
  const box = (name: string, label: string, checked: boolean, disabled: boolean): Html =>
    html`<label class="choice"><input type="checkbox" value="1"${attributes({ name, checked, disabled })}>${label}</label>`;
  const marketBox = (id: MarketId): Html =>
    box(marketField(id), markets[id].name, config.historyMarkets.includes(id), areHistoryMarketsFixed);
  return Form(
    context,
    '/setup/history',
    {},
    box('keep', text('historyKeep'), config.recordsHistory, isHistoryFileFixed),
    isHistoryFileFixed && html`<p class="hint">${text('historyFileFixed')}</p>`,
    html`<fieldset aria-describedby="history-cost"><legend>${text('historyChoose')}</legend>
      <p class="hint" id="history-cost">${text(areHistoryMarketsFixed ? 'historyMarketsFixed' : 'historyCost')}</p>
      <div class="choices">${marketIds.map(marketBox)}</div></fieldset>`,
    !(isHistoryFileFixed && areHistoryMarketsFixed) && Buttons(html`<button>${text('save')}</button>`),
  );
}
