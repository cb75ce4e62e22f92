import { createMutex } from '#core/asks/concurrency.ts';
import { Fault, type FaultKind, toFault } from '#core/asks/fault.ts';
import type { DailyPrices } from '#core/owned/portfolio-past.ts';
import { dayMs } from '#core/prices/age.ts';
import {
  type AskedDays,
  type ItemPast,
  type ItemPastAnswer,
  type LowestPast,
  lostPast,
  toLowestSeries,
  toPastChart,
} from '#core/prices/item-past.ts';
import { type MarketId, type ReferenceMarket, referenceMarkets } from '#core/prices/markets.ts';
import { parseHistory } from '#data/history/parse-history.ts';
import type { FeedDeps } from '#data/refresh/feed.ts';
import { fetchFromRelay, type RelayTarget } from '#data/refresh/relay-client.ts';
import { prefixOfHash } from '#protocol/history-groups.ts';

export interface ItemHistoryDeps extends Omit<FeedDeps, 'random'> {
  readonly markets: () => Promise<readonly MarketId[]>;
}

export type ItemHistory = ReturnType<typeof createItemHistory>;

export type PortfolioPastAnswer =
  /** `prices` are in the order of the names, empty without any; `since` is the first recorded day since the epoch. */
  | { readonly state: 'found'; readonly prices: readonly DailyPrices[]; readonly since: number | null }
  /** The relay keeps no history, or is too old to tell it. */
  | { readonly state: 'none' }
  | { readonly state: 'fault'; readonly fault: FaultKind };

interface PortfolioPastRequest {
  readonly market: ReferenceMarket;
  readonly names: readonly string[];
}

/** Days of a portfolio's chart, and of a watched item's line. */
const portfolioDays = 365;
const watchedDays = 90;
/** Items whose whole past is kept, and items of which only one line is; the watch list and the portfolio have 200. */
const maxKept = 16;
const maxKeptLines = 200;

/** One request at a time. A fault is not kept and not retried: whoever looks again asks again. Rejects without settings. */
export function createItemHistory(deps: ItemHistoryDeps) {
  const inTurn = createMutex();
  const pasts = createMemory<ItemPastAnswer>(deps.now, maxKept);
  const lines = createMemory<LowestPast>(deps.now, maxKeptLines);
  const portfolio = createMemory<PortfolioPastAnswer>(deps.now, maxKeptLines);
  const fetchPasts = createGroupFetch(deps);
  const ask = async <T>(memory: Memory<T>, question: Question, read: (past: ItemPastAnswer) => T): Promise<T[]> => {
    const relay = await deps.relay().catch(toAnswer);
    const { names, ...rest } = question;
    if (!('base' in relay)) return names.map(() => read(relay));
    const keyOf = (name: string) => JSON.stringify([relay.base.href, relay.token, rest, name]);
    const keptOf = () => names.map((name) => memory.get(keyOf(name)));
    const kept = keptOf();
    if (isWhole(kept)) return kept;
    return inTurn(async () => {
      // Also of a question that waited for the same one. Read once: what is kept now may be too old when the others come.
      const known = keptOf();
      const missing = names.filter((_, at) => known[at] === undefined);
      const pasts = missing.length > 0 ? await fetchPasts(relay, { ...rest, names: missing }) : undefined;
      return names.map((name, at) => {
        const before = known[at];
        if (before !== undefined) return before;
        const past = pasts?.get(name) ?? lostPast;
        const value = read(past);
        if (past.state !== 'fault') memory.set(keyOf(name), value);
        return value;
      });
    });
  };
  return {
    find: async (name: string, days: AskedDays): Promise<ItemPastAnswer> => {
      const [past = lostPast] = await ask(pasts, { names: [name], markets: await deps.markets(), days }, (one) => one);
      return past;
    },
    findLowest: async (name: string): Promise<LowestPast> => {
      const question = { names: [name], markets: referenceMarkets, days: watchedDays };
      const read = (past: ItemPastAnswer): LowestPast => {
        if (past.state === 'fault') return 'lost';
        return (past.state === 'found' && toLowestSeries(past.markets, deps.now())) || 'none';
      };
      return (await ask(lines, question, read))[0] ?? 'lost';
    },
    findPortfolio: async ({ market, names }: PortfolioPastRequest): Promise<PortfolioPastAnswer> => {
      const read = (past: ItemPastAnswer) => toPortfolioAnswer(past, deps.now());
      const answers = await ask(portfolio, { names, markets: [market], days: portfolioDays }, read);
      const failure = answers.find(({ state }) => state !== 'found');
      if (failure) return failure;
      const found = answers.filter((answer) => answer.state === 'found');
      const since = found.find((answer) => answer.since !== null)?.since ?? null;
      return { state: 'found', prices: found.flatMap(({ prices }) => prices), since };
    },
  };
}

const isWhole = <T>(values: readonly (T | undefined)[]): values is T[] => values.every((value) => value !== undefined);

interface Question {
  readonly names: readonly string[];
  readonly markets: readonly MarketId[];
  readonly days: number;
}

/** Asks for items by prefixes of their names' hashes, of the length that the relay has told. Never rejects. */
function createGroupFetch({ fetch, now }: ItemHistoryDeps) {
  const bitsOf = new Map<string, number>();
  const fetchGroups = async (relay: RelayTarget, { names, markets, days }: Question) => {
    const hashes = await Promise.all(names.map(hashPrefix));
    // The first question to a relay has an empty prefix, and only learns the length.
    for (let attempt = 0; attempt < 2; attempt++) {
      const asked = bitsOf.get(relay.base.href) ?? 0;
      const prefixes = [...new Set(hashes.map((hash) => hash.slice(0, asked)))];
      const query = new URLSearchParams({ prefixes: prefixes.join(), markets: markets.join(), days: String(days) });
      const response = await fetchFromRelay({ fetch, now, relay, path: `/api/histories?${query}` });
      const groups = response.body();
      if (!Array.isArray(groups) || groups.length !== prefixes.length)
        throw new Fault('malformed', 'the answer is for other prefixes');
      const told = names.map((item, at) => {
        const group: unknown = groups[prefixes.indexOf(hashes[at]?.slice(0, asked) ?? '')];
        return [item, parseHistory(group, { item, markets, now: now() })] as const;
      });
      const bits = Math.max(...told.map(([, history]) => history.bits));
      bitsOf.set(relay.base.href, bits);
      if (bits <= asked) return new Map(told.map(([name, { past }]) => [name, foundOrNone(past)]));
    }
    throw new Fault('malformed', 'the relay asks for ever longer prefixes');
  };
  return (relay: RelayTarget, question: Question): Promise<Map<string, ItemPastAnswer>> =>
    fetchGroups(relay, question).catch((error) => new Map(question.names.map((name) => [name, toAnswer(error)])));
}

const hashPrefix = async (name: string): Promise<string> =>
  prefixOfHash(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name))));

const foundOrNone = (past: ItemPast | undefined): ItemPastAnswer =>
  past ? { state: 'found', ...past } : { state: 'none', lacks: 'item' };

/** The last price of each day; today has the latest one. */
function toDailyPrices({ markets }: ItemPast, now: number): DailyPrices {
  const { at, lines } = toPastChart(markets, { span: portfolioDays, now }, (_, price) => price);
  return at.flatMap((time, index) => {
    const cents = lines[0]?.values[index];
    return typeof cents === 'number' ? [[time / dayMs, cents] as const] : [];
  });
}

function toPortfolioAnswer(past: ItemPastAnswer, now: number): PortfolioPastAnswer {
  if (past.state === 'found') return { state: 'found', prices: [toDailyPrices(past, now)], since: past.since };
  if (past.state === 'fault') return past;
  return past.lacks === 'item' ? { state: 'found', prices: [[]], since: null } : { state: 'none' };
}

function toAnswer(error: unknown): ItemPastAnswer {
  const { status, kind } = toFault(error);
  return status === 404 ? { state: 'none', lacks: 'history' } : { state: 'fault', fault: kind };
}

/** Time for which an answer is kept, ms: shorter than prices stay the same, because the newest may be in it. */
const keptMs = 5 * 60_000;

type Memory<T> = ReturnType<typeof createMemory<T>>;

/** Remembers at most `most` answers for some minutes, the latest ones. */
function createMemory<T>(now: () => number, most: number) {
  const kept = new Map<string, { readonly at: number; readonly value: T }>();
  return {
    get: (key: string): T | undefined => {
      const known = kept.get(key);
      return known && Math.abs(now() - known.at) < keptMs ? known.value : undefined;
    },
    set: (key: string, value: T): void => {
      kept.delete(key);
      kept.set(key, { at: now(), value });
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(oldest);
    },
  };
}
