import { isAttachable } from '#core/items/attached.ts';
import type { Quote } from '#core/prices/quote.ts';
import type { Reading, Row } from '#core/site.ts';
import { maxNames } from '#protocol/limits.ts';
import type { AskedName, PageQuotes, SettingsView } from '#protocol/messages.ts';

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
export const onlyAddsQuotes = (before: QuoteCache | undefined, after: QuoteCache): boolean =>
  before !== undefined && withoutQuotes(before) === withoutQuotes(after);

const withoutQuotes = ({ table, fault, rates }: QuoteCache): string => JSON.stringify([table, fault, rates]);

/** When the table was replaced meanwhile, all are fetched: one cache never mixes two versions. Rejects without the extension. */
export async function fetchMissing(
  cache: QuoteCache | undefined,
  keys: Iterable<string>,
  fetchQuotes: FetchQuotes,
): Promise<QuoteCache> {
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
