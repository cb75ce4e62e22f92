import { setTimeout } from 'node:timers/promises';
import { oneAtATime } from '#core/asks/concurrency.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { AlertServiceDeps } from '#relay/alerts/alert-deps.ts';
import type { AlertState, AlertStore } from '#relay/alerts/alert-state.ts';
import { checkLists, marketsOfList, withoutMet } from '#relay/alerts/check-lists.ts';
import { withDay, withoutUnknown } from '#relay/alerts/client-lists.ts';
import type { ClientList } from '#relay/alerts/sent-list.ts';
import type { ToldPrices } from '#relay/alerts/told-items.ts';
import { createViewCheck } from '#relay/alerts/view-check.ts';
import { marketOfDetails } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { createAgreedTime } from '#relay/history/service.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';

/** Lists of one change: their rows are written in one transaction, and other changes come between. */
const listsAtOnce = 100;

export function createPriceCheck(deps: AlertServiceDeps, store: AlertStore, report: (error: unknown) => void) {
  const { channel, now, limits, reportProblem } = deps;
  const newest = createNewest(deps);
  const lapse = createLapse(deps);
  let checked: unknown;
  const checkViews = createViewCheck(deps, store, () => {
    const told = newest.told();
    return told && { ...told, changes: deps.changes()?.snapshot.bytes };
  });
  const checkAlerts = async (isConcerned: (list: ClientList) => boolean): Promise<void> => {
    const clients = [...(await store.change(lapse.without)).lists.keys()];
    const prices = newest.told();
    if (!prices || !channel()) return;
    for (let at = 0; at < clients.length; at += listsAtOnce) {
      const some = clients.slice(at, at + listsAtOnce);
      await store.change((state) => checkLists(state, some, prices, now(), isConcerned, reportProblem));
    }
  };
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
    const isDone = await checkAlerts((list) => isTableNew || !marketsOfList(list).isDisjointFrom(markets)).then(
      () => true,
      report,
    );
    if (!confirmed || !channel()) return;
    if (isDone) checked = confirmed.snapshot;
    await checkViews().catch(report);
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
