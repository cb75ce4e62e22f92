import { AskOnce } from '#core/asks/ask-once.ts';
import { isAttachable } from '#core/items/attached.ts';
import { halfHourMs, minuteMs } from '#core/prices/age.ts';
import type { Quote } from '#core/prices/quote.ts';
import type { Reading, Row } from '#core/site.ts';
import { maxNames } from '#protocol/limits.ts';
import type { AskedName, PageQuotes, SettingsView } from '#protocol/messages.ts';

/** Least time between two questions by which a page at rest says that it uses prices, ms; a third of the worker's limit. */
const usePeriodMs = 10 * minuteMs;

interface LoadResult {
  /** The previous cache, if its quotes are unchanged and overlays drawn from them need no redraw. */
  readonly unchanged: QuoteCache | undefined;
}

export type QuoteLoader = ReturnType<typeof createQuoteLoader>;

/** `now`: ms since the epoch. */
export function createQuoteLoader(fetchQuotes: FetchQuotes, now: () => number) {
  let cache: QuoteCache | undefined;
  let isLoading = false;
  let isForced = false;
  /** ms since the epoch. */
  let askedAt = 0;
  let expected: readonly string[] = [];
  /** Without a table no request helps; the worker pushes a message when there is one. */
  const has = (keys: readonly string[]): boolean =>
    cache !== undefined && (cache.table === null || keys.every((key) => cache?.quotes.has(key)));
  const fetchAll = async (known: QuoteCache | undefined, keys: readonly string[]): Promise<LoadResult | undefined> => {
    isLoading = true;
    const fetched = await fetchMissing(known, keys, fetchQuotes).catch(() => undefined);
    isLoading = false;
    // A forced load that failed is still due.
    isForced ||= !fetched && known === undefined;
    if (!fetched) return undefined;
    cache = fetched;
    return { unchanged: onlyAddsQuotes(known, fetched) ? known : undefined };
  };
  return {
    cache: () => cache,
    isLoading: () => isLoading,
    /** Whether newer prices may be there, or the worker must hear that these are used. It pushes what comes by itself. */
    isDue: (): boolean => !cache?.table || (now() - cache.table.asOf >= halfHourMs && now() - askedAt >= usePeriodMs),
    /** The next request includes them, so that cards have prices at the first paint. The page controls the names: 500 at most. */
    expect: (keys: readonly string[]): void => {
      expected = keys.slice(0, maxNames);
    },
    /** `force` loads all. `undefined`: nothing to load, or another request runs. Resolves to `undefined` when no answer came. */
    load: (keys: readonly string[], force: boolean): Promise<LoadResult | undefined> | undefined => {
      const all = [...keys, ...expected];
      isForced ||= force;
      if (isLoading || all.length === 0) return undefined;
      expected = [];
      if (!isForced && has(all)) return undefined;
      const known = isForced ? undefined : cache;
      isForced = false;
      askedAt = now();
      return fetchAll(known, all);
    },
  };
}

interface FirstPricesDeps {
  readonly fetchQuotes: FetchQuotes;
  /** Resolves when the worker has checked for the first prices. Rejects when the worker ends before. */
  readonly firstCheck: () => Promise<unknown>;
  readonly isAlive: () => boolean;
  readonly after: (work: () => void, ms: number) => void;
  readonly askAgain: () => void;
}

/** Pause before the next question, ms: the browser starts a new worker for it. */
const pauseMs = 500;

/** The worker pushes a message when the first prices come, but none when it ends during the download. */
export function withFirstPrices(deps: FirstPricesDeps): FetchQuotes {
  const onChange = () => {
    if (check.isLost && deps.isAlive()) deps.after(deps.askAgain, pauseMs);
  };
  const check = new AskOnce(deps.firstCheck, { onChange });
  return async (names) => {
    const answer = await deps.fetchQuotes(names);
    if (!answer.table && !answer.fault) check.need();
    return answer;
  };
}

export interface QuoteCache extends Pick<PageQuotes, 'table' | 'fault' | 'rates'> {
  /** By key of the item (`quoteKey`); `null`: the table does not have the item. Empty while there is no table. */
  readonly quotes: ReadonlyMap<string, Quote | null>;
  /** By key, the table's spelling of the names that it spells otherwise. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** Prices of up to 500 items by name. Rejects when the extension is gone. */
export type FetchQuotes = (names: readonly AskedName[]) => Promise<PageQuotes>;

/** In no name (`isPlausibleName`). */
const assembledMark = '\n';

/** The key of an item. An assembled name and the same text as a machine wrote it have different keys. */
export const quoteKey = ({ item, assembled }: Pick<Reading, 'item' | 'assembled'>): string =>
  assembled ? assembledMark + item : item;

/** The keys of a card's item and, unless the user does not want them, of what is attached to it. */
export const quoteKeys = (
  reading: Pick<Reading, 'item' | 'assembled' | 'attached'>,
  view: SettingsView,
): readonly string[] => [quoteKey(reading), ...attachedKeys(reading, view)];

const attachedKeys = ({ attached = [] }: Pick<Reading, 'attached'>, { overlay }: SettingsView): readonly string[] =>
  overlay.attached === 'off'
    ? []
    : attached.flatMap(({ item, assembled }) => (item && isAttachable(item) ? quoteKey({ item, assembled }) : []));

/** The keys of rows whose cards are likely to come: those of the items first. An own card asks for more, once it is there. */
export const keysOfRows = (rows: readonly Row[], view: SettingsView): readonly string[] => [
  ...rows.flatMap(({ item, assembled, own }) => (item && !own ? quoteKey({ item, assembled }) : [])),
  ...rows.flatMap((row) => attachedKeys(row, view)),
];

export const hasQuotes = (cache: QuoteCache | undefined, reading: Reading | undefined, view: SettingsView): boolean =>
  cache !== undefined && reading !== undefined && quoteKeys(reading, view).every((key) => cache.quotes.has(key));

const toAskedName = (key: string): AskedName =>
  key.startsWith(assembledMark) ? { assembled: key.slice(assembledMark.length) } : key;

/** The reading with the name as the table spells it. */
export function spelledAsInTable(reading: Reading, cache: QuoteCache | undefined): Reading {
  const item = cache?.spellings.get(quoteKey(reading));
  return item === undefined ? reading : { ...reading, item };
}

/** Whether `after` only adds quotes, so that overlays drawn from `before` stay correct. */
const onlyAddsQuotes = (before: QuoteCache | undefined, after: QuoteCache): boolean =>
  before !== undefined && withoutQuotes(before) === withoutQuotes(after);

const withoutQuotes = ({ table, fault, rates }: QuoteCache): string => JSON.stringify([table, fault, rates]);

/** When the table was replaced meanwhile, all are fetched: one cache never mixes two versions. Rejects without the extension. */
export async function fetchMissing(cache: QuoteCache | undefined, keys: Iterable<string>, fetchQuotes: FetchQuotes) {
  const all = [...new Set(keys)];
  const missing = all.filter((key) => !cache?.quotes.has(key));
  const fetched = await fetchInBatches(missing, fetchQuotes);
  if (!cache || cache.table?.version === fetched.table?.version) return extend(cache, fetched);
  return fetchInBatches(all, fetchQuotes);
}

async function fetchInBatches(keys: readonly string[], fetchQuotes: FetchQuotes): Promise<QuoteCache> {
  let cache: QuoteCache | undefined;
  // Without keys, one empty request returns table, fault and rates.
  for (let at = 0; !cache || at < keys.length; at += maxNames) {
    const batch = keys.slice(at, at + maxNames);
    const fetched = toCache(batch, await fetchQuotes(batch.map(toAskedName)));
    // Quotes of a table that was replaced between two batches are dropped.
    cache = cache?.table?.version === fetched.table?.version ? extend(cache, fetched) : fetched;
  }
  return cache;
}

const extend = (older: QuoteCache | undefined, newer: QuoteCache): QuoteCache => ({
  ...newer,
  quotes: new Map([...(older?.quotes ?? []), ...newer.quotes]),
  spellings: new Map([...(older?.spellings ?? []), ...newer.spellings]),
});

function toCache(keys: readonly string[], { quotes, spellings = {}, ...rest }: PageQuotes): QuoteCache {
  const known = rest.table ? keys : [];
  return {
    ...rest,
    quotes: new Map(known.map((key, at) => [key, quotes[at] ?? null])),
    spellings: new Map(known.flatMap((key, at) => (spellings[at] === undefined ? [] : [[key, spellings[at]]]))),
  };
}
