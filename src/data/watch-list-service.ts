import { ageMs } from '#core/age.ts';
import { createMutex } from '#core/concurrency.ts';
import { hasPhases } from '#core/phases.ts';
import type { Rate } from '#core/rates.ts';
import {
  type AlertDoubt,
  alertDoubt,
  atTodaysRate,
  type Crossing,
  checkEntry,
  type PriceObservation,
  pricesOf,
  type SaleExit,
  withAlert,
} from '#core/watch-crossing.ts';
import { type PriceHistory, parsePriceHistory, toPriceSeries, withSample } from '#core/watch-history.ts';
import {
  addToWatchList,
  parseWatchList,
  removeFromWatchList,
  type WatchAlert,
  type WatchList,
  type WatchListEntry,
} from '#core/watch-list.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';
import type { WatchAnswer, WatchedItem, WatchHistories } from '#protocol/watch-list-messages.ts';

export interface WatchListDeps {
  /** The store of the list, which no browser may evict: the user chose its entries. */
  readonly list: KeyValueStore;
  readonly histories: KeyValueStore;
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<QuotesAnswer>;
  readonly staleAfterMs: () => Promise<number>;
  readonly money: () => Promise<WatchMoney>;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Notifies the user of all crossings of one refresh. */
  readonly notify: (crossings: readonly Crossing[], prices: NotedPrices) => Promise<void>;
}

/** What amounts are worth now. */
export interface WatchMoney {
  /** `undefined`: no sale is known to leave anything. */
  readonly exitOf: (name: string) => SaleExit | undefined;
  readonly rateOf: (currency: string) => Rate | undefined;
  /** The currency that the user reads. */
  readonly shown: Rate;
}

/** What a notification says of its prices. */
export interface NotedPrices {
  /** Ms. */
  readonly ageMs: number;
  readonly shown: Rate;
}

export interface WatchListService {
  /** Whether an alert is set: then prices are refreshed without use. Never rejects. */
  readonly hasAlert: () => Promise<boolean>;
  /** Checks the current prices: saves samples, and notifies of crossings. Never rejects. */
  readonly check: () => Promise<void>;
  readonly list: () => Promise<WatchAnswer>;
  /** Adds or removes an item. Rejects when the storage refuses. */
  readonly star: (name: string, on: boolean) => Promise<WatchAnswer>;
  /** Sets or removes an item's alert. Rejects when the storage refuses. */
  readonly setAlert: (name: string, alert: WatchAlert | null) => Promise<WatchAnswer>;
  readonly histories: () => Promise<WatchHistories>;
}

const listKey = 'watch';
const historiesKey = 'histories';
/** Points of a sparkline, at most. */
const maxPoints = 120;

/** Owns the watch list. The extension has one instance, which overwrites changes of others to the store. */
export function createWatchListService(parts: WatchListDeps): WatchListService {
  const inTurn = createMutex();
  const storage = createListStorage(parts);
  const answer = async () => {
    const list = await storage.list();
    return toAnswer(list, await readPrices(parts, list), storage.problem());
  };
  const change = (update: (list: WatchList) => Promise<WatchList>) =>
    inTurn(async () => {
      await storage.save(await update(await storage.list()));
      return answer();
    });

  return {
    hasAlert: () => storage.list().then(hasAlert, () => false),
    check: () => inTurn(() => check(parts, storage)).catch(storage.setProblem),
    list: () => inTurn(answer),
    star: (name, on) =>
      change(async (list) => (on ? addToWatchList(list, name, parts.now()) : removeFromWatchList(list, name))),
    setAlert: (name, alert) =>
      change(async (list) => {
        const { observe, rateOf } = await readPrices(parts, list);
        const set = (entry: WatchListEntry) =>
          withAlert(atTodaysRate({ ...entry, alert: alert ?? undefined }, rateOf), observe(entry.name));
        return { ...list, items: list.items.map((entry) => (entry.name === name ? set(entry) : entry)) };
      }),
    histories: () => inTurn(async () => toHistories(await storage.list(), await readHistories(parts.histories))),
  };
}

const hasAlert = ({ items }: WatchList): boolean => items.some(({ alert }) => alert);

const toHistories = ({ items }: WatchList, histories: ReadonlyMap<string, PriceHistory>): WatchHistories => ({
  series: items.map(({ name }) => ({ name, ...toPriceSeries(histories.get(name) ?? emptyHistory, maxPoints) })),
});

const emptyHistory: PriceHistory = new Uint32Array();

/** Reads the list once and keeps it in memory. `problem` is why a change is not stored. */
function createListStorage({ list: store }: WatchListDeps) {
  let loaded: Promise<WatchList> | undefined;
  let problem: string | null = null;
  return {
    setProblem: (error: unknown) => {
      problem = String(error);
    },
    problem: () => problem,
    list: () => {
      loaded ??= store.read([listKey]).then(([stored]) => parseWatchList(stored));
      // A failed read is repeated on next use.
      loaded.catch(() => {
        loaded = undefined;
      });
      return loaded;
    },
    save: async (list: WatchList) => {
      await store.write({ [listKey]: list });
      loaded = Promise.resolve(list);
      problem = null;
    },
  };
}

type ListStorage = ReturnType<typeof createListStorage>;

/** The current prices of the listed items. */
interface PriceReader extends Pick<WatchMoney, 'rateOf' | 'shown'> {
  /** The time of the data, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  readonly sample: boolean;
  /** `undefined` without a table. */
  readonly observe: (name: string) => PriceObservation | undefined;
}

async function readPrices(parts: WatchListDeps, { items }: WatchList): Promise<PriceReader> {
  const names = items.map(({ name }) => name);
  const [{ table, quotes }, staleAfterMs, { exitOf, rateOf, shown }] = await Promise.all([
    parts.quotesWithoutUse(names),
    parts.staleAfterMs(),
    parts.money(),
  ]);
  const asOf = table?.asOf ?? null;
  const sample = table?.sample ?? false;
  return {
    asOf,
    sample,
    rateOf,
    shown,
    observe: (name) => {
      const quote = quotes[names.indexOf(name)] ?? undefined;
      // Phases have prices of their own, which nobody tells.
      const exit = hasPhases(name) ? undefined : exitOf(name);
      return asOf === null ? undefined : { quote, exit, asOf, now: parts.now(), staleAfterMs, sample };
    },
  };
}

async function check(parts: WatchListDeps, storage: ListStorage): Promise<void> {
  const list = await storage.list();
  if (list.items.length === 0) return;
  const prices = await readPrices(parts, list);
  // Sample prices meet no alert, and no history remembers them.
  if (prices.asOf === null || prices.sample) return;
  await checkAlerts(parts, storage, list, prices);
  await saveSamples(parts, list, prices);
}

/** Stores crossings before it notifies: a worker that ends in between never notifies twice. */
async function checkAlerts(
  parts: WatchListDeps,
  storage: ListStorage,
  list: WatchList,
  { asOf, observe, rateOf, shown }: PriceReader,
): Promise<void> {
  // Another relay may have older data. An earlier price must not arm or meet an alert.
  if (asOf === null || asOf < lastCheckedAsOf(list, parts.now())) return;
  const checks = list.items.map((stored) => {
    const entry = atTodaysRate(stored, rateOf);
    const observation = observe(entry.name);
    return observation ? checkEntry(entry, observation) : { entry };
  });
  const isUnchanged = checks.every(({ entry }, at) => entry === list.items[at]);
  if (!isUnchanged || asOf !== list.seenAsOf)
    await storage.save({ ...list, items: checks.map(({ entry }) => entry), seenAsOf: asOf });
  const crossings = checks.flatMap(({ crossing }) => crossing ?? []);
  if (crossings.length > 0) await parts.notify(crossings, { ageMs: ageMs(asOf, parts.now()), shown });
}

/** The time of the newest checked data. A time in the future was stored by a wrong clock and does not count. */
const lastCheckedAsOf = ({ seenAsOf = 0 }: WatchList, now: number): number => (seenAsOf <= now ? seenAsOf : 0);

async function saveSamples(parts: WatchListDeps, { items }: WatchList, { asOf, observe }: PriceReader): Promise<void> {
  const before = await readHistories(parts.histories);
  const after = items.map(({ name }): readonly [string, PriceHistory] => {
    const { quote } = observe(name) ?? {};
    const prices = quote && !quote.inflated ? pricesOf(quote) : {};
    return [name, withSample(before.get(name) ?? emptyHistory, { at: asOf ?? 0, prices }, parts.now())];
  });
  const isUnchanged = after.every(([name, history]) => before.get(name) === history);
  if (!isUnchanged || after.length !== before.size) await parts.histories.write({ [historiesKey]: after });
}

/** Histories by name, without damaged ones. */
async function readHistories(store: KeyValueStore): Promise<ReadonlyMap<string, PriceHistory>> {
  const [stored] = await store.read([historiesKey]);
  const rows: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return new Map(
    rows.flatMap((row) =>
      Array.isArray(row) && typeof row[0] === 'string' ? [[row[0], parsePriceHistory(row[1])] as const] : [],
    ),
  );
}

function toAnswer({ items }: WatchList, { asOf, observe, shown }: PriceReader, problem: string | null): WatchAnswer {
  return { asOf, problem, shown, items: items.map((entry) => toWatchedItem(entry, observe(entry.name))) };
}

function toWatchedItem({ name, alert, reached }: WatchListEntry, seen: PriceObservation | undefined): WatchedItem {
  const doubt: AlertDoubt | null = seen ? (alertDoubt(seen, alert) ?? null) : 'missing';
  return { name, alert: alert ?? null, reached: reached ?? null, quote: seen?.quote ?? null, doubt };
}
