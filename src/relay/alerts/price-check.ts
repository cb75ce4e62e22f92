import { setTimeout } from 'node:timers/promises';
import { atMost, oneAtATime } from '#core/asks/concurrency.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { AlertServiceDeps, AlertState, AlertStore } from '#relay/alerts/alert-state.ts';
import { checkLists, marketsOfList, toldNow, withoutMet } from '#relay/alerts/check-lists.ts';
import { sizeOf, withDay, withoutUnknown } from '#relay/alerts/client-lists.ts';
import { type ClientList, comparedBy } from '#relay/alerts/sent-list.ts';
import type { ToldPrices } from '#relay/alerts/told-items.ts';
import type { ComparedView, ViewTerms } from '#relay/alerts/view-rows.ts';
import { ownerOf, type WaitingLine, withWaiting } from '#relay/alerts/waiting-lines.ts';
import { marketOfDetails } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { createAgreedTime } from '#relay/history/service.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';

/** Lists of one change, and their bytes: a slow disk writes their rows in time, and other changes come between. */
const [listsAtOnce, bytesAtOnce] = [100, 2_000_000];

/** Takes out those of the next change. */
function takeNext(lists: (readonly [client: string, list: ClientList])[]): string[] {
  let [count, bytes] = [0, 0];
  for (const [, list] of lists.slice(0, listsAtOnce)) {
    if (bytes > bytesAtOnce) break;
    bytes += sizeOf(list);
    count++;
  }
  return lists.splice(0, count).map(([client]) => client);
}

export function createPriceCheck(
  deps: AlertServiceDeps,
  store: AlertStore,
  report: (error: unknown) => void,
  deliver: () => Promise<void>,
) {
  const { channel, now, limits } = deps;
  const newest = createNewest(deps);
  const lapse = createLapse(deps);
  let checked: unknown;
  const checkViews = createViewCheck(deps, store, newest.told);
  const compare = oneAtATime(() => checkViews().catch(report));
  const checkAlerts = createAlertCheck(deps, store, report);
  const come = new Set<MarketId>();
  let table: FeedData | undefined;
  const checkCome = oneAtATime(async () => {
    const { alertSettleMs } = limits;
    // An end is no reason to wait, and what is not looked at now is looked at after the next start.
    if (alertSettleMs > 0) await setTimeout(alertSettleMs, undefined, { ref: false, signal: deps.ending });
    const [markets, confirmed] = [new Set(come), table];
    come.clear();
    table = undefined;
    // Also after a disk that refused.
    const isTableNew = confirmed !== undefined && checked !== confirmed.snapshot;
    if (!confirmed && markets.size === 0) return;
    const isConcerned = (list: ClientList) => isTableNew || !marketsOfList(list).isDisjointFrom(markets);
    const isDone = await checkAlerts(lapse, newest.told, isConcerned).catch(report);
    if (!confirmed || !channel()) return;
    if (isDone) checked = confirmed.snapshot;
    const compared = compare();
    void compared.then(deliver);
    await atMost(compared, limits.viewsFirstMs);
  });
  return {
    forgotten: lapse.forgotten,
    /** The state with a client's list, of which nothing is told that the data at hand meet already. */
    silently(state: AlertState, client: string, before: AlertState): AlertState {
      const [prices, list] = [newest.told(), state.lists.get(client)];
      if (!prices || !list) return state;
      const taken = withoutMet(list, before.lists.get(client), prices, now());
      return { ...state, lists: new Map([...state.lists, [client, taken]]) };
    },
    isDue: newest.isDue,
    next(source: string, data: FeedData): Promise<void> {
      const isNew = newest.take(source, data);
      const market = marketOfDetails(source);
      if (!market) {
        lapse.agree(data.upstreamDate);
        table = data;
      } else if (isNew) come.add(market);
      return checkCome();
    },
  };
}

/** Tells whether all lists were checked. One change that the disk refuses ends no other list's check. */
function createAlertCheck(
  { channel, now, reportProblem }: AlertServiceDeps,
  store: AlertStore,
  report: (error: unknown) => void,
) {
  return async (
    lapse: ReturnType<typeof createLapse>,
    told: () => ToldPrices | undefined,
    isConcerned: (list: ClientList) => boolean,
  ): Promise<boolean> => {
    const lists = [...(await store.change(lapse.without)).lists];
    const prices = told();
    let isDone = true;
    while (prices && channel() && lists.length > 0) {
      const some = takeNext(lists);
      const check = (state: AlertState) => checkLists(state, some, prices, now(), isConcerned, reportProblem);
      await store.change(check).catch((error) => {
        isDone = false;
        report(error);
      });
    }
    return isDone;
  };
}

function createLapse(deps: AlertServiceDeps) {
  const { isKnown, reportProblem } = deps;
  const agree = createAgreedTime(deps);
  let present: ReturnType<typeof agree> = { kind: 'untold' };
  let forgotten = 0;
  return {
    forgotten: () => forgotten,
    agree(upstreamDate: FeedData['upstreamDate']): void {
      present = agree(upstreamDate);
    },
    without(state: AlertState): AlertState {
      // No list goes on the word of a clock that jumped.
      const certain = 'kind' in present || !present.isSteady ? undefined : present;
      const counted = certain ? withDay(state, dayOfHalfHour(certain.halfHour)) : state;
      const gone = state.lists.size - counted.lists.size;
      if (gone > 0) reportProblem('watch lists that nobody renewed were forgotten', String(gone));
      forgotten += gone;
      return withoutUnknown(counted, isKnown);
    },
  };
}

function createNewest({ monotonicMs }: AlertServiceDeps) {
  /** `at` and `changedAt`, when the latest prices came, are times of the monotonic clock. */
  const latest = new Map<string, FeedData & { readonly at: number }>();
  let changedAt = -Infinity;
  return {
    told: () => toldPrices(latest),
    isDue: (source: string) => (latest.get(source)?.at ?? -Infinity) < changedAt,
    take(source: string, data: FeedData): boolean {
      const isNew = latest.get(source)?.snapshot !== data.snapshot;
      latest.set(source, { ...data, at: monotonicMs() });
      if (isNew && source === endpoints.partner) changedAt = monotonicMs();
      return isNew;
    },
  };
}

function toldPrices(latest: ReadonlyMap<string, FeedData>): ToldPrices | undefined {
  const toldBy = (source: string) => {
    const { prices, snapshot } = latest.get(source) ?? {};
    return prices && snapshot && { prices, asOf: snapshot.lastModified };
  };
  const table = toldBy(endpoints.partner);
  const own = marketIds.flatMap((market) => {
    const told = toldBy(marketDetailsPath(market));
    return told ? [[market, told] as const] : [];
  });
  return table && { table, own: new Map(own) };
}

/** A refresh brings up to fourteen bodies within minutes. */
const pauseMs = 600_000;
/** Lists of one question to the thread: bodies wait for it no longer than these take. */
const viewListsAtOnce = 4;
/** Rows of one owner's views that are told an hour. Those of a view that find no room are new at the next check. */
const maxRowsPerHour = 30;

/** Compares the views of all lists with the newest data, at most every ten minutes. */
function createViewCheck(deps: AlertServiceDeps, store: AlertStore, data: () => ToldPrices | undefined) {
  const { storage, monotonicMs, reportProblem } = deps;
  const { compareViews } = deps.bodyProcessor;
  let checkedAt = -Infinity;
  let key = 0;
  return async (): Promise<void> => {
    const told = data();
    const due = listsWithViews(store.current());
    if (!told || due.length === 0 || monotonicMs() - checkedAt < pauseMs) return;
    checkedAt = monotonicMs();
    key++;
    const newest = { ...told, changes: deps.changes()?.snapshot.bytes };
    for (let at = 0; at < due.length; at += viewListsAtOnce) {
      const now = deps.now();
      const { lists: present } = store.current();
      const lists = due
        .slice(at, at + viewListsAtOnce)
        .filter(({ client, views }) => present.get(client)?.views === views);
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
    ...(lines.length > 0 && {
      pending: withWaiting(state.pending, lines),
      told: { ...told, rows: { ...told.rows, [owner]: count } },
    }),
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
