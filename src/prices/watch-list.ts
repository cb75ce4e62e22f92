import {
  type Crossing,
  checkWatched,
  type PriceDoubt,
  type PriceObservation,
  priceDoubt,
  pricesOf,
  withAlert,
} from '#core/watch-crossing.ts';
import { type History, readHistory, seriesOf, withSample } from '#core/watch-history.ts';
import {
  isSameItem,
  parseWatchList,
  type WatchAlert,
  type Watched,
  type WatchList,
  withItem,
  withoutItem,
} from '#core/watch-list.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';
import type { WatchAnswer, WatchedItem, WatchHistories } from '#protocol/watch-list-messages.ts';

export interface WatchParts {
  /** Where the list is kept: what the user chose, which no browser may clear away. */
  readonly list: Store;
  /** Where histories are kept. */
  readonly histories: Store;
  /** What the table says, without that counting as somebody who looks at prices. */
  readonly peek: (names: readonly string[]) => Promise<QuotesAnswer>;
  readonly staleAfterMs: () => Promise<number>;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Tells the user of all lines that one refresh crossed. */
  readonly notify: (crossings: readonly Crossing[]) => Promise<void>;
}

export interface Watch {
  /** Whether an alert is set, so that prices are to be looked at though nobody looks. */
  readonly isAlert: () => Promise<boolean>;
  /** Judges the table that is held, notes its prices and tells of what was crossed. Never rejects. */
  readonly check: () => Promise<void>;
  readonly list: () => Promise<WatchAnswer>;
  /** Puts an item on the list or takes it off. Rejects when the storage refuses. */
  readonly star: (name: string, on: boolean) => Promise<WatchAnswer>;
  /** Sets an item's alert, or takes it away. Rejects when the storage refuses. */
  readonly setAlert: (name: string, alert: WatchAlert | null) => Promise<WatchAnswer>;
  readonly histories: () => Promise<WatchHistories>;
}

const listKey = 'watch';
const historiesKey = 'histories';
/** Points of one sparkline. */
const points = 120;

/** The owner of the watch list. One an extension: whoever else writes it is overwritten. */
export function createWatch(parts: WatchParts): Watch {
  const turns = createTurns();
  const memory = createMemory(parts);
  const answer = async () => {
    const list = await memory.list();
    return describe(list, await createEye(parts, list), memory.problem());
  };
  /** Keeps another list, and answers how it stands. */
  const change = (how: (list: WatchList) => Promise<WatchList>) =>
    turns(async () => {
      await memory.keep(await how(await memory.list()));
      return answer();
    });

  return {
    isAlert: () => memory.list().then(hasAlert, () => false),
    check: () => turns(() => check(parts, memory)).catch(memory.note),
    list: () => turns(answer),
    star: (name, on) => change(async (list) => (on ? withItem(list, name, parts.now()) : withoutItem(list, name))),
    setAlert: (name, alert) =>
      change(async (list) => {
        const { sight } = await createEye(parts, list);
        const set = (item: Watched) => withAlert(item, alert ?? undefined, sight(item.name));
        return { ...list, items: list.items.map((item) => (isSameItem(item.name, name) ? set(item) : item)) };
      }),
    histories: () => turns(async () => toSeries(await memory.list(), await readHistories(parts.histories))),
  };
}

const hasAlert = ({ items }: WatchList): boolean => items.some(({ alert }) => alert);

const toSeries = ({ items }: WatchList, histories: ReadonlyMap<string, History>): WatchHistories => ({
  series: items.map(({ name }) => ({ name, ...seriesOf(histories.get(name) ?? noHistory, points) })),
});

const noHistory: History = new Uint32Array();

/** Lets one thing be done at a time: each reads what is kept, and writes it. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** The list in memory, once read; and why something cannot be kept. */
function createMemory({ list: store }: WatchParts) {
  let held: Promise<WatchList> | undefined;
  let problem: string | null = null;
  const note = (error: unknown) => {
    problem = String(error);
  };
  return {
    note,
    problem: () => problem,
    list: () => {
      held ??= store.read([listKey]).then(([stored]) => parseWatchList(stored));
      // A storage that fails once is asked again.
      held.catch(() => {
        held = undefined;
      });
      return held;
    },
    keep: async (list: WatchList) => {
      await store.write({ [listKey]: list });
      held = Promise.resolve(list);
      problem = null;
    },
  };
}

type Memory = ReturnType<typeof createMemory>;

/** What can be seen of the listed items now. */
interface Eye {
  /** The time of the data, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** `undefined` without a table. */
  readonly sight: (name: string) => PriceObservation | undefined;
}

async function createEye({ peek, now, staleAfterMs }: WatchParts, { items }: WatchList): Promise<Eye> {
  const names = items.map(({ name }) => name);
  const [{ table, quotes }, stale] = await Promise.all([peek(names), staleAfterMs()]);
  const asOf = table?.asOf ?? null;
  return {
    asOf,
    sight: (name) =>
      asOf === null
        ? undefined
        : { quote: quotes[names.indexOf(name)] ?? undefined, asOf, now: now(), staleAfterMs: stale },
  };
}

async function check(parts: WatchParts, memory: Memory): Promise<void> {
  const list = await memory.list();
  if (list.items.length === 0) return;
  const eye = await createEye(parts, list);
  if (eye.asOf === null) return;
  await judge(parts, memory, list, eye);
  await noteHistories(parts, list, eye);
}

/** What was crossed is remembered before it is told of: a worker that ends between the two tells nothing twice. */
async function judge(parts: WatchParts, memory: Memory, list: WatchList, { asOf, sight }: Eye): Promise<void> {
  // Another relay may have older data; a price that it had before is no price that came back.
  if (asOf === null || asOf < seenUntil(list, parts.now())) return;
  const judged = list.items.map((item) => {
    const seen = sight(item.name);
    return seen ? checkWatched(item, seen) : { watched: item };
  });
  const isSame = judged.every(({ watched }, at) => watched === list.items[at]);
  if (!isSame || asOf !== list.seenAsOf)
    await memory.keep({ ...list, items: judged.map(({ watched }) => watched), seenAsOf: asOf });
  const crossings = judged.flatMap(({ crossing }) => crossing ?? []);
  if (crossings.length > 0) await parts.notify(crossings);
}

/** The time of the youngest data judged so far; what a clock noted that ran ahead does not count. */
const seenUntil = ({ seenAsOf = 0 }: WatchList, now: number): number => (seenAsOf <= now ? seenAsOf : 0);

async function noteHistories(parts: WatchParts, { items }: WatchList, { asOf, sight }: Eye): Promise<void> {
  const before = await readHistories(parts.histories);
  const after = items.map(({ name }): readonly [string, History] => {
    const { quote } = sight(name) ?? {};
    const prices = quote && !quote.inflated ? pricesOf(quote) : {};
    return [name, withSample(before.get(name) ?? noHistory, { at: asOf ?? 0, prices }, parts.now())];
  });
  const isOld = after.every(([name, history]) => before.get(name) === history);
  if (!isOld || after.length !== before.size) await parts.histories.write({ [historiesKey]: after });
}

/** Histories by name; a damaged one is lost alone. */
async function readHistories(store: Store): Promise<ReadonlyMap<string, History>> {
  const [stored] = await store.read([historiesKey]);
  const rows: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return new Map(
    rows.flatMap((row) =>
      Array.isArray(row) && typeof row[0] === 'string' ? [[row[0], readHistory(row[1])] as const] : [],
    ),
  );
}

function describe({ items }: WatchList, { asOf, sight }: Eye, problem: string | null): WatchAnswer {
  return { asOf, problem, items: items.map((item) => describeItem(item, sight(item.name))) };
}

function describeItem({ name, alert, reached }: Watched, seen: PriceObservation | undefined): WatchedItem {
  const doubt: PriceDoubt | null = seen ? (priceDoubt(seen, alert) ?? null) : 'missing';
  return { name, alert: alert ?? null, reached: reached ?? null, quote: seen?.quote ?? null, doubt };
}
