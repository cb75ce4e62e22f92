import type { MarketId } from '#core/markets.ts';
import type { AlertChannel } from '#relay/alerts/channel.ts';
import { checkLists, watchedNames, watchedOffers } from '#relay/alerts/check-lists.ts';
import { type ListClient, withDay, withList, withoutUnknown } from '#relay/alerts/client-lists.ts';
import { createDelivery, type DeliveryDeps } from '#relay/alerts/deliver.ts';
import type { SentList } from '#relay/alerts/sent-list.ts';
import { createWatchLists, type WatchLists, type WatchState } from '#relay/alerts/watch-state.ts';
import type { ObservedMarket, Offers } from '#relay/alerts/watched-offers.ts';
import { errorCode } from '#relay/error-code.ts';
import type { FeedData } from '#relay/feeds/feed-result.ts';
import { createAgreedTime } from '#relay/history/agreed-time.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';

export interface AlertServiceDeps extends DeliveryDeps {
  readonly storage: Pick<StorageThread, 'ask'>;
  /** `undefined` while alerts are off. */
  readonly channel: () => AlertChannel | undefined;
  /** Whether somebody may still use the relay. */
  readonly isKnown: (owner: string) => boolean;
}

export type AlertStatus = ReturnType<AlertService['status']>;

export type AlertService = ReturnType<typeof openAlertService>;

/** Keeps watch lists and tells of crossings. Prices never wait for it. */
export function openAlertService(deps: AlertServiceDeps) {
  const lists = createWatchLists(deps.storage, deps.reportProblem);
  const delivery = createDelivery(deps);
  const deliver = createDeliver(deps, lists, delivery);
  const check = createCheck(deps, lists);
  const orReport = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      // The lists report what the database refuses.
      (error: unknown) => {
        if (!(error instanceof StorageError)) deps.reportProblem('alerts failed', errorCode(error));
      },
    );
  return {
    /**
     * Replaces a client's list; one without items is deleted. Never waits for a delivery. Rejects with HttpError
     * 409 where there is no room, and with StorageError when the list could not be stored.
     */
    async put(client: ListClient, sent: SentList): Promise<void> {
      await lists.change((state) => withList(state, client, sent, deps.now()));
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
    /** Checks the lists against prices of the partner feed that upstream has just confirmed. Never rejects. */
    onConfirmed: (data: FeedData) => orReport(check.next(data)),
    /** Checks them again when upstream has confirmed other data of a market that some alert needs. Never rejects. */
    onOffers: (market: MarketId, data: FeedData) => orReport(check.offers(market, data)),
    /** The markets whose own data some alert needs, and that are older than the prices. */
    dueMarkets: () => watchedOffers(lists.current()).markets.filter(check.isDue),
    /** Checks new lists against the data that are there. Never rejects. */
    checkAgain: () => orReport(check.again()),
    /** Delivers what waits and is due. One delivery at a time; never rejects. */
    deliver: () => orReport(deliver()),
  };
}

const countsOf = ({ lists, pending }: WatchState) => ({
  lists: Object.keys(lists).length,
  alerts: Object.values(lists).reduce((sum, { items }) => sum + items.length, 0),
  waiting: pending.length,
});

function createCheck(deps: AlertServiceDeps, lists: WatchLists) {
  const { storage, channel, isKnown, now, reportProblem } = deps;
  const agree = createAgreedTime(deps);
  let present: ReturnType<typeof agree> = { kind: 'untold' };
  let forgotten = 0;
  let latest: FeedData | undefined;
  /** When the latest prices came, ms since 1970. */
  let changedAt = 0;
  const details = createLatestOffers(storage);
  let checked: unknown;
  const again = async (): Promise<void> => {
    const data = latest;
    const prices = data?.prices;
    if (!data || !prices || !channel()) return;
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
      const quotes = await storage.ask('quotesOf', prices, names);
      const offers = await details.offers(watchedOffers(state));
      return checkLists(state, { quotes, offers, asOf: data.snapshot.lastModified }, now());
    });
    checked = data.snapshot;
  };
  return {
    forgotten: () => forgotten,
    again: () => {
      checked = undefined;
      return again();
    },
    isDue: (market: MarketId) => details.confirmedAt(market) < changedAt,
    offers: async (market: MarketId, data: FeedData) => {
      if (!details.takeUp(market, data)) return;
      checked = undefined;
      await again();
    },
    next: (data: FeedData) => {
      if (latest?.snapshot !== data.snapshot) changedAt = now();
      latest = data;
      present = agree(data.upstreamDate);
      return again();
    },
  };
}

function createLatestOffers(storage: Pick<StorageThread, 'ask'>) {
  const latest = new Map<MarketId, FeedData>();
  return {
    /** Returns whether the data are others than before. */
    takeUp(market: MarketId, data: FeedData): boolean {
      const before = latest.get(market);
      latest.set(market, data);
      return before?.snapshot !== data.snapshot;
    },
    /** Ms since 1970; 0 for never. */
    confirmedAt: (market: MarketId): number => latest.get(market)?.confirmedAt ?? 0,
    async offers({ names, markets }: { names: readonly string[]; markets: readonly MarketId[] }): Promise<Offers> {
      const offers = new Map<MarketId, ObservedMarket>();
      for (const market of markets) {
        const { prices, snapshot } = latest.get(market) ?? {};
        if (!prices || !snapshot) continue;
        const byName = await storage.ask('offersOf', prices, market, names);
        offers.set(market, { asOf: snapshot.lastModified, byName });
      }
      return offers;
    },
  };
}

function createDeliver(deps: AlertServiceDeps, lists: WatchLists, delivery: ReturnType<typeof createDelivery>) {
  let isLoaded = false;
  let running: Promise<void> | undefined;
  const forgetUnknown = async (): Promise<void> => {
    await lists.change((state) => {
      if (!state.isSending) return state;
      // Whether that message arrived is not known. As in the extension, a crossing is never told twice.
      delivery.setLast({ at: deps.now(), problem: 'unknown' });
      deps.reportProblem('the relay ended while it sent an alert', 'alert-unknown');
      return { ...state, pending: [], isSending: false };
    });
    isLoaded = true;
  };
  const deliver = async (): Promise<void> => {
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
  return (): Promise<void> => {
    running ??= deliver().finally(() => {
      running = undefined;
    });
    return running;
  };
}
