import { setTimeout } from 'node:timers/promises';
import { oneAtATime } from '#core/asks/concurrency.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import type { AlertState, AlertStore } from '#relay/alerts/alert-state.ts';
import type { AlertChannel } from '#relay/alerts/channel.ts';
import { checkLists, marketsOfList, withoutMet } from '#relay/alerts/check-lists.ts';
import { withDay, withoutUnknown } from '#relay/alerts/client-lists.ts';
import type { ClientList } from '#relay/alerts/sent-list.ts';
import type { ToldPrices } from '#relay/alerts/told-items.ts';
import { createViewCheck } from '#relay/alerts/view-check.ts';
import type { BodyProcessor } from '#relay/feeds/body-thread.ts';
import { marketOfDetails } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { createAgreedTime } from '#relay/history/service.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

export interface PriceCheckDeps {
  readonly storage: Pick<StorageThread, 'ask'>;
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  readonly compareViews: BodyProcessor['compareViews'];
  /** The body of `/api/changes`; `undefined` before the first one. */
  readonly changes: () => Bytes | undefined;
  /** Whether somebody may still use the relay. */
  readonly isKnown: (owner: string) => boolean;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  /** A refresh brings prices and markets one after the other: so long after one, all that have come are looked at once, ms. */
  readonly settleMs: number;
  readonly ending: AbortSignal;
  readonly reportProblem: (problem: string, code: string) => void;
}

/** Checks lists and views when data come. */
export function createPriceCheck(deps: PriceCheckDeps, store: AlertStore, report: (error: unknown) => void) {
  const { channel, now, changes, reportProblem } = deps;
  const newest = createNewest(deps);
  const lapse = createLapse(deps);
  let checked: unknown;
  const data = () => {
    const told = newest.told();
    return told && { ...told, changes: changes() };
  };
  const checkViews = createViewCheck({ ...deps, store, data });
  const checkAlerts = async (isConcerned: (list: ClientList) => boolean): Promise<void> => {
    const prices = newest.told();
    if (!prices || !channel()) return;
    await store.change((given) => {
      const state = lapse.without(given);
      return state.lists.size > 0 ? checkLists(state, prices, now(), isConcerned, reportProblem) : state;
    });
  };
  const come = new Set<MarketId>();
  let table: FeedData | undefined;
  const checkCome = oneAtATime(async () => {
    // An end is no reason to wait, and what is not looked at now is looked at after the next start.
    if (deps.settleMs > 0) await setTimeout(deps.settleMs, undefined, { ref: false, signal: deps.ending });
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
    async next(source: string, data: FeedData): Promise<void> {
      const isNew = newest.take(source, data);
      const market = marketOfDetails(source);
      if (market) {
        if (isNew) come.add(market);
        return checkCome();
      }
      lapse.agree(data.upstreamDate);
      table = data;
      return checkCome();
    },
  };
}

/** Takes away the lists that are no more. */
function createLapse(deps: PriceCheckDeps) {
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

/** Keeps the newest data of each query. */
function createNewest({ monotonicMs }: PriceCheckDeps) {
  /** `at` and `changedAt`, when the latest prices came, are times of the monotonic clock. */
  const latest = new Map<string, FeedData & { readonly at: number }>();
  let changedAt = -Infinity;
  return {
    told: () => toldPrices(latest),
    /** Whether a market's data are older than the prices. */
    isDue: (source: string) => (latest.get(source)?.at ?? -Infinity) < changedAt,
    /** Returns whether they are others than before. */
    take(source: string, data: FeedData): boolean {
      const isNew = latest.get(source)?.snapshot !== data.snapshot;
      latest.set(source, { ...data, at: monotonicMs() });
      if (isNew && source === endpoints.partner) changedAt = monotonicMs();
      return isNew;
    },
  };
}

/** The newest data; `undefined` before the first prices. */
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
