import type { AlertServiceDeps } from '#relay/alerts/alert-deps.ts';
import type { AlertState, AlertStore } from '#relay/alerts/alert-state.ts';
import { toldNow } from '#relay/alerts/check-lists.ts';
import { comparedBy } from '#relay/alerts/sent-list.ts';
import type { ComparedView, ViewData, ViewTerms } from '#relay/alerts/view-rows.ts';
import { ownerOf, type WaitingLine, withWaiting } from '#relay/alerts/waiting-lines.ts';

/** A refresh brings up to fourteen bodies within minutes. */
const pauseMs = 600_000;
/** Lists of one question to the thread: bodies wait for it no longer than these take. */
const listsAtOnce = 4;
/** Rows of one owner's views that are told an hour. Those of a view that find no room are new at the next check. */
const maxRowsPerHour = 30;

/** Compares the views of all lists with the newest data, at most every ten minutes. */
export function createViewCheck(deps: AlertServiceDeps, store: AlertStore, data: () => ViewData | undefined) {
  const { storage, monotonicMs, reportProblem } = deps;
  const { compareViews } = deps.bodyProcessor;
  let checkedAt = -Infinity;
  let key = 0;
  return async (): Promise<void> => {
    const newest = data();
    const due = listsWithViews(store.current());
    if (!newest || due.length === 0 || monotonicMs() - checkedAt < pauseMs) return;
    checkedAt = monotonicMs();
    key++;
    for (let at = 0; at < due.length; at += listsAtOnce) {
      const now = deps.now();
      const { lists: present } = store.current();
      const lists = due.slice(at, at + listsAtOnce).filter(({ client, views }) => present.get(client)?.views === views);
      const clients = lists.map(({ client }) => client);
      const stored = await storage.ask('loadViewMemories', clients);
      const memories = new Map(stored.map(({ client, view, text }) => [`${client} ${view}`, text]));
      const terms = lists.map((one) => termsOf(one, memories));
      // The thread may have ended meanwhile, and has forgotten the data then.
      const found =
        (await compareViews(key, at === 0 ? newest : undefined, terms, now)) ??
        (await compareViews(key, newest, terms, now));
      await store.change((state) =>
        lists.reduce((next, one, nth) => withViewRows(next, one, found?.[nth], now), state),
      );
      if (found?.includes('failed')) reportProblem('the views of a list could not be compared', 'views-failed');
    }
  };
}

/** Adds what views remember and their new rows; nothing is told of views that changed meanwhile. */
function withViewRows(
  state: AlertState,
  { client, list }: DueList,
  compared: readonly ComparedView[] | 'failed' | undefined,
  now: number,
): AlertState {
  const present = state.lists.get(client);
  const isSame = present?.views === list.views && present?.markets === list.markets;
  if (!isSame || !compared || compared === 'failed') return state;
  const told = toldNow(state, now);
  const owner = ownerOf(client);
  let count = told.rows[owner] ?? 0;
  const lines: WaitingLine[] = [];
  const memories = compared.flatMap(({ view, memory, news, more }) => {
    if (news.length > 0 && count + news.length > maxRowsPerHour) return [];
    count += news.length;
    for (const [at, row] of news.entries())
      lines.push({ view, row, more: at === news.length - 1 ? more : 0, clients: [client] });
    return [{ client, view, text: memory }];
  });
  return {
    ...state,
    memories: [...(state.memories ?? []), ...memories],
    pending: withWaiting(state.pending, lines),
    told: { ...told, rows: { ...told.rows, [owner]: count } },
  };
}

type DueList = ReturnType<typeof listsWithViews>[number];

const listsWithViews = ({ lists }: AlertState) =>
  [...lists].flatMap(([client, list]) => (list.views ? [{ client, list, views: list.views }] : []));

const termsOf = ({ client, list, views }: DueList, memories: ReadonlyMap<string, string>): ViewTerms => ({
  limits: views.limits,
  markets: comparedBy(list),
  coinUsd: list.coinUsd,
  views: views.views.map((view) => ({ ...view, memory: memories.get(`${client} ${view.name}`) })),
});
