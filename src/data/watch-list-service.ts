import { createMutex } from '#core/asks/concurrency.ts';
import type { Rate } from '#core/money/rates.ts';
import { atTodaysRate, type Crossing, checkEntry, withAlert } from '#core/owned/watch-crossing.ts';
import {
  addToWatchList,
  parseWatchList,
  removeFromWatchList,
  type WatchAlert,
  type WatchList,
  type WatchListEntry,
} from '#core/owned/watch-list.ts';
import {
  alertDoubt,
  lowestOf,
  measuredMarkets,
  priceDoubt,
  soundPrices,
  type WatchAnswer,
  type WatchedItem,
} from '#core/owned/watch-prices.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import {
  neededMarkets,
  type ObservedItem,
  readPrices,
  type WatchedPrices,
  type WatchedPricesDeps,
} from '#data/watched-prices.ts';

export interface WatchListDeps extends WatchedPricesDeps {
  /** The store of the list, which no browser may evict: the user chose its entries. */
  readonly list: KeyValueStore;
  /** Notifies the user of all crossings of one refresh, in the currency that the user reads. */
  readonly notify: (crossings: readonly Crossing[], shown: Rate) => Promise<void>;
}

export type WatchListService = ReturnType<typeof createWatchListService>;

export const watchListKey = 'watch';

/** Owns the watch list. The extension has one instance, which overwrites changes of others to the store. */
export function createWatchListService(deps: WatchListDeps) {
  const inTurn = createMutex();
  const storage = createListStorage(deps);
  const answer = async () => {
    const list = await storage.list();
    return toAnswer(list, await readPrices(deps, list), storage.problem());
  };
  const change = (update: (list: WatchList) => Promise<WatchList>) =>
    inTurn(async () => {
      await storage.save(await update(await storage.list()));
      return answer();
    });

  return {
    /** Whether an alert is set: then prices are refreshed without use. Never rejects. */
    hasAlert: () =>
      storage.list().then(
        ({ items }) => items.some(({ alert }) => alert),
        () => false,
      ),
    /** Of the prices that alerts look at, and of a sale, which every notification tells. Never rejects. */
    neededMarkets: () =>
      Promise.all([storage.list(), deps.settings()]).then(
        ([list, settings]) => neededMarkets(list, settings),
        () => [],
      ),
    /** Checks the current prices: notifies of crossings. Never rejects. */
    check: (): Promise<void> => inTurn(() => check(deps, storage)).catch(storage.setProblem),
    list: (): Promise<WatchAnswer> => inTurn(answer),
    stored: storage.list,
    /** Lets another write the stored list. Rejects when it is not written. */
    replace: (write: () => Promise<void>): Promise<void> => inTurn(() => write().finally(storage.forget)),
    star: (name: string, on: boolean) =>
      change(async (list) => (on ? addToWatchList(list, name, deps.now()) : removeFromWatchList(list, name))),
    setAlert: (name: string, alert: WatchAlert | null) =>
      change(async (list) => {
        const edit = (change: (entry: WatchListEntry) => WatchListEntry, { items }: WatchList): WatchList => ({
          ...list,
          items: items.map((entry) => (entry.name === name ? change(entry) : entry)),
        });
        const next = edit((entry) => ({ ...entry, alert: alert ?? undefined }), list);
        const { observe, rateOf } = await readPrices(deps, next);
        return edit((entry) => withAlert(atTodaysRate(entry, rateOf), observe(name)), next);
      }),
  };
}

/** Reads the list once and keeps it in memory. `problem` is why a change is not stored. */
function createListStorage({ list: store }: WatchListDeps) {
  let loaded: Promise<WatchList> | undefined;
  let problem: string | null = null;
  const forget = () => {
    loaded = undefined;
  };
  return {
    forget,
    setProblem: (error: unknown) => {
      problem = String(error);
    },
    problem: () => problem,
    list: () => {
      loaded ??= store.read([watchListKey]).then(([stored]) => parseWatchList(stored));
      // A failed read is repeated on next use.
      loaded.catch(forget);
      return loaded;
    },
    save: async (list: WatchList) => {
      await store.write({ [watchListKey]: list });
      loaded = Promise.resolve(list);
      problem = null;
    },
  };
}

/** Stores crossings before it notifies: a worker that ends in between never notifies twice. */
async function check(deps: WatchListDeps, storage: ReturnType<typeof createListStorage>): Promise<void> {
  const list = await storage.list();
  if (list.items.length === 0) return;
  const { asOf, sample, observe, rateOf, shown } = await readPrices(deps, list);
  // Sample prices meet no alert. Another relay may have older data: an earlier price must not arm or meet an alert.
  if (asOf === null || sample || asOf < lastCheckedAsOf(list, deps.now())) return;
  const checks = list.items.map((stored) => {
    const entry = atTodaysRate(stored, rateOf);
    const observation = observe(entry.name);
    return observation ? checkEntry(entry, observation) : { entry };
  });
  const isUnchanged = checks.every(({ entry }, at) => entry === list.items[at]);
  if (!isUnchanged || asOf !== list.seenAsOf)
    await storage.save({ ...list, items: checks.map(({ entry }) => entry), seenAsOf: asOf });
  const crossings = checks.flatMap(({ crossing }) => crossing ?? []);
  if (crossings.length > 0) await deps.notify(crossings, shown);
}

/** The time of the newest checked data. A time in the future was stored by a wrong clock and does not count. */
const lastCheckedAsOf = ({ seenAsOf = 0 }: WatchList, now: number): number => (seenAsOf <= now ? seenAsOf : 0);

function toAnswer({ items }: WatchList, { asOf, observe, shown }: WatchedPrices, problem: string | null): WatchAnswer {
  return { asOf, problem, shown, items: items.map((entry) => toWatchedItem(entry, observe(entry.name))) };
}

function toWatchedItem({ name, alert, reached }: WatchListEntry, seen: ObservedItem | undefined): WatchedItem {
  const known = { name, alert: alert ?? null, reached: reached ?? null, quote: seen?.quote ?? null };
  if (!seen) return { ...known, doubt: 'missing' };
  if (!alert) return { ...known, doubt: priceDoubt(seen) ?? null };
  const { doubt = null, markets = [] } = alertDoubt(seen, alert) ?? {};
  const lowest = lowestOf(soundPrices(seen, measuredMarkets(alert, seen.compared)));
  return {
    ...known,
    doubt,
    ...(markets.length > 0 && { doubtful: markets }),
    ...(lowest && { lowest: { market: lowest.market, cents: lowest.cents } }),
  };
}
