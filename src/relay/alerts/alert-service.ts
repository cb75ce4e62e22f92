import { oneAtATime } from '#core/asks/concurrency.ts';
import { marketIds } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { type AlertChannel, channelHost } from '#relay/alerts/channel.ts';
import {
  type CheckedPrices,
  checkLists,
  clientId,
  type ListClient,
  watchedNames,
  watchedOffers,
  withDay,
  withList,
  withoutMet,
  withoutUnknown,
} from '#relay/alerts/client-lists.ts';
import { createDelivery, type DeliveryDeps } from '#relay/alerts/deliver.ts';
import { createViewCheck } from '#relay/alerts/view-check.ts';
import type { ViewData } from '#relay/alerts/view-rows.ts';
import { createWatchLists, type SentList, type WatchLists, type WatchState } from '#relay/alerts/watch-state.ts';
import { errorCode } from '#relay/error-code.ts';
import type { BodyProcessor } from '#relay/feeds/body-thread.ts';
import { marketOfDetails } from '#relay/feeds/extension-sources.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { createAgreedTime } from '#relay/history/service.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';

export interface AlertServiceDeps extends Omit<DeliveryDeps, 'ending'> {
  readonly storage: Pick<StorageThread, 'ask'>;
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  readonly findViewRows: BodyProcessor['findViewRows'];
  /** The body of `/api/changes`; `undefined` before the first one. */
  readonly changes: () => Bytes | undefined;
  /** Whether somebody may still use the relay. */
  readonly isKnown: (owner: string) => boolean;
}

export type AlertStatus = ReturnType<AlertService['status']>;

export type AlertService = ReturnType<typeof openAlertService>;

/** Keeps watch lists and tells of crossings. Prices never wait for it. */
export function openAlertService(given: AlertServiceDeps) {
  const ending = new AbortController();
  const deps = { ...given, ending: ending.signal };
  const lists = createWatchLists(deps.storage, deps.reportProblem);
  const delivery = createDelivery(deps);
  const deliverDue = createDeliver(deps, lists, delivery);
  const check = createCheck(deps, lists);
  let retry: NodeJS.Timeout | undefined;
  const report = (error: unknown): void => {
    // The lists report what the database refuses.
    if (!(error instanceof StorageError)) deps.reportProblem('alerts failed', errorCode(error));
  };
  const deliver = oneAtATime(async () => {
    clearTimeout(retry);
    if (!ending.signal.aborted) await deliverDue().catch(report);
    const isWaiting = lists.current().pending.length > 0 && !ending.signal.aborted;
    if (isWaiting) retry = setTimeout(deliver, deps.retryMs).unref();
  });
  const thenDeliver = (checking: Promise<void>): Promise<void> => checking.catch(report).then(deliver);
  return {
    /**
     * Replaces a client's list; one without items is deleted. Never waits for a delivery. Rejects with HttpError
     * 409 where there is no room, and with StorageError when the list could not be stored.
     */
    async put(client: ListClient, sent: SentList): Promise<void> {
      await lists.change((state) => check.silently(withList(state, client, sent, deps.now()), clientId(client), state));
      void thenDeliver(check.again());
    },
    status: () => ({
      ...countsOf(lists.current()),
      channel: deps.channel(),
      last: delivery.last(),
      /** Lists that were forgotten since the start, because nobody had renewed them. */
      forgotten: check.forgotten(),
    }),
    /** Sends a text to the channel now; `undefined` while alerts are off. */
    async test(message: string) {
      const channel = deps.channel();
      return channel && delivery.send(channel, message);
    },
    /** Checks the lists against data that upstream has just confirmed, and tells of crossings. Never rejects. */
    async onConfirmed(source: string, data: FeedData): Promise<void> {
      if (source === endpoints.partner || marketOfDetails(source)) await thenDeliver(check.next(source, data));
    },
    /** The queries that the lists need now: the prices, and the data of markets that are older than these. */
    due(): readonly string[] {
      const state = lists.current();
      if (!deps.channel() || countsOf(state).lists === 0) return [];
      return [endpoints.partner, ...watchedOffers(state).markets.map(marketDetailsPath).filter(check.isDue)];
    },
    /** Delivers what waits and is due, and tries again later what could not be delivered. Never rejects. */
    deliver,
    /** Settles when no delivery runs any more. */
    close(): Promise<void> {
      ending.abort();
      return deliver();
    },
  };
}

const countsOf = ({ lists, pending }: WatchState) => ({
  lists: Object.keys(lists).length,
  alerts: Object.values(lists).reduce((sum, { items, views }) => sum + items.length + (views?.views.length ?? 0), 0),
  waiting: pending.length,
});

function createCheck(deps: AlertServiceDeps, lists: WatchLists) {
  const { storage, channel, isKnown, now, monotonicMs, reportProblem } = deps;
  const agree = createAgreedTime(deps);
  let present: ReturnType<typeof agree> = { kind: 'untold' };
  let forgotten = 0;
  /** `at` and `changedAt`, when the latest prices came, are times of the monotonic clock. */
  const latest = new Map<string, FeedData & { readonly at: number }>();
  let changedAt = -Infinity;
  let checked: unknown;
  const readPrices = createPriceReader(storage, latest);
  const checkViews = createViewCheck({ ...deps, lists, data: () => viewDataOf(latest, deps.changes()) });
  const again = async (): Promise<void> => {
    const data = latest.get(endpoints.partner);
    if (!data?.prices || !channel()) return;
    await lists.change(async (given) => {
      // No list goes on the word of a clock that jumped.
      const certain = 'kind' in present || !present.isSteady ? undefined : present;
      const counted = certain ? withDay(given, dayOfHalfHour(certain.halfHour)) : given;
      const gone = countsOf(given).lists - countsOf(counted).lists;
      if (gone > 0) reportProblem('watch lists that nobody renewed were forgotten', String(gone));
      forgotten += gone;
      const state = withoutUnknown(counted, isKnown);
      const names = watchedNames(state);
      if (names.length === 0 || (checked === data.snapshot && state === given)) return state;
      const found = await readPrices(state);
      return found ? checkLists(state, found, now()) : state;
    });
    checked = data.snapshot;
  };
  const afresh = (): Promise<void> => {
    checked = undefined;
    return again();
  };
  return {
    forgotten: () => forgotten,
    /** The state with a client's list, of which nothing is told that the data at hand meet already. */
    async silently(state: WatchState, client: string, before: WatchState): Promise<WatchState> {
      const prices = await readPrices(state);
      return prices ? withoutMet(state, client, before, prices, now()) : state;
    },
    /** Checks new lists against the data that are there. */
    again: afresh,
    isDue: (source: string) => (latest.get(source)?.at ?? -Infinity) < changedAt,
    async next(source: string, data: FeedData): Promise<void> {
      const isNew = latest.get(source)?.snapshot !== data.snapshot;
      latest.set(source, { ...data, at: monotonicMs() });
      if (source !== endpoints.partner) return isNew ? afresh() : undefined;
      if (isNew) changedAt = monotonicMs();
      present = agree(data.upstreamDate);
      await again();
      if (channel()) await checkViews();
    },
  };
}

/** What the newest data of a query tell, and their time; `undefined` before the first. */
function toldBy(latest: ReadonlyMap<string, FeedData>, source: string) {
  const { prices, snapshot } = latest.get(source) ?? {};
  return prices && snapshot && { prices, asOf: snapshot.lastModified };
}

/** `undefined` before the first prices. */
function viewDataOf(latest: ReadonlyMap<string, FeedData>, changes: Bytes | undefined): ViewData | undefined {
  const table = toldBy(latest, endpoints.partner);
  const own = marketIds.flatMap((market) => {
    const told = toldBy(latest, marketDetailsPath(market));
    return told ? [[market, told] as const] : [];
  });
  return table && { table, own: new Map(own), changes };
}

/** Reads what the lists look at of the newest data; gives `undefined` before the first prices. */
function createPriceReader({ ask }: AlertServiceDeps['storage'], latest: ReadonlyMap<string, FeedData>) {
  return async (state: WatchState): Promise<CheckedPrices | undefined> => {
    const table = toldBy(latest, endpoints.partner);
    if (!table) return undefined;
    const quotes = await ask('quotesOf', table.prices, watchedNames(state));
    const { names, markets } = watchedOffers(state);
    const offers = markets.map(async (market) => {
      const told = toldBy(latest, marketDetailsPath(market));
      if (!told) return [];
      return [[market, { asOf: told.asOf, byName: await ask('observedOffers', told.prices, market, names) }] as const];
    });
    return { quotes, offers: new Map((await Promise.all(offers)).flat()), asOf: table.asOf };
  };
}

function createDeliver(
  deps: AlertServiceDeps & DeliveryDeps,
  lists: WatchLists,
  delivery: ReturnType<typeof createDelivery>,
) {
  let isLoaded = false;
  const forgetUnknown = async (): Promise<void> => {
    await lists.change((state) => {
      if (!state.isSending) return state;
      // Whether that message arrived is not known. As in the extension, a crossing is never told twice.
      const channel = deps.channel();
      delivery.setLast({ at: deps.now(), problem: 'unknown', host: channel ? channelHost(channel) : '' });
      deps.reportProblem('the relay ended while it sent an alert', 'alert-unknown');
      return { ...state, pending: [], isSending: false };
    });
    isLoaded = true;
  };
  return async (): Promise<void> => {
    if (!isLoaded) await forgetUnknown();
    const channel = deps.channel();
    if (!channel) {
      // What waited while alerts were switched off is old news.
      await lists.change((state) => (state.pending.length > 0 ? { ...state, pending: [] } : state));
      return;
    }
    const waiting = await lists.change((state) => withoutUnknown(state, deps.isKnown));
    if (!delivery.isDue(channel, waiting)) return;
    // If the disk does not keep this mark, a message that arrives now would come again after a restart.
    const sent = await lists.change((state) => ({ ...state, isSending: true }));
    const doneCount = await delivery.tryNow(channel, sent);
    // The relay cut its own request off: the mark stays, because the message may have arrived.
    if (doneCount === 0 && deps.ending.aborted) return;
    const done = new Set(sent.pending.slice(0, doneCount));
    await lists.change((state) => ({
      ...state,
      isSending: false,
      pending: state.pending.filter((alert) => !done.has(alert)),
    }));
  };
}
