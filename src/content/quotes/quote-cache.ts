import type { Quote } from '#core/quote.ts';
import type { DatedRates } from '#core/rates.ts';
import { maxNames } from '#protocol/limits.ts';
import type { FaultReport, PageQuotes, TableView } from '#protocol/messages.ts';

/** Quotes of one version of the price table. */
export interface QuoteCache {
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  readonly rates: DatedRates | null;
  /** By item; `null`: the table does not have the item. Empty while there is no table. */
  readonly quotes: ReadonlyMap<string, Quote | null>;
}

/** Prices of up to 500 items by name. Rejects when the extension is gone. */
export type FetchQuotes = (names: readonly string[]) => Promise<PageQuotes>;

/** Whether `after` only adds quotes, so that overlays drawn from `before` stay correct. */
export const onlyAddsQuotes = (before: QuoteCache | undefined, after: QuoteCache): boolean =>
  before !== undefined && withoutQuotes(before) === withoutQuotes(after);

const withoutQuotes = ({ table, fault, rates }: QuoteCache): string => JSON.stringify([table, fault, rates]);

/**
 * Fetches the names that the cache lacks and returns the extended cache. When the table was replaced meanwhile, all names
 * are fetched, so that one cache never mixes two versions. Rejects when the extension is gone.
 */
export async function fetchMissing(
  cache: QuoteCache | undefined,
  names: Iterable<string>,
  fetchQuotes: FetchQuotes,
): Promise<QuoteCache> {
  const all = [...new Set(names)];
  const missing = all.filter((name) => !cache?.quotes.has(name));
  const fetched = await fetchInBatches(missing, fetchQuotes);
  if (!cache || cache.table?.version === fetched.table?.version) return extend(cache, fetched);
  return fetchInBatches(all, fetchQuotes);
}

async function fetchInBatches(names: readonly string[], fetchQuotes: FetchQuotes): Promise<QuoteCache> {
  let cache: QuoteCache | undefined;
  // Without names, one empty request returns table, fault and rates.
  for (let at = 0; !cache || at < names.length; at += maxNames) {
    const batch = names.slice(at, at + maxNames);
    const fetched = toCache(batch, await fetchQuotes(batch));
    // Quotes of a table that was replaced between two batches are dropped.
    cache = cache?.table?.version === fetched.table?.version ? extend(cache, fetched) : fetched;
  }
  return cache;
}

/** The newer cache with the older one's quotes. */
const extend = (older: QuoteCache | undefined, newer: QuoteCache): QuoteCache => ({
  ...newer,
  quotes: new Map([...(older?.quotes ?? []), ...newer.quotes]),
});

function toCache(names: readonly string[], { quotes, ...rest }: PageQuotes): QuoteCache {
  const entries = rest.table ? names.map((name, at) => [name, quotes[at] ?? null] as const) : [];
  return { ...rest, quotes: new Map(entries) };
}
