import type { Quote } from '#core/quote.ts';
import type { DatedRates } from '#core/rates.ts';
import { type FaultReport, maxNames, type PageQuotes, type TableView } from '#protocol/messages.ts';

/** What the page knows of one version of the table. */
export interface QuoteBook {
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  readonly rates: DatedRates | null;
  /** `null`: the table does not have the item. Empty while there is no table. */
  readonly quotes: ReadonlyMap<string, Quote | null>;
}

export type AskQuotes = (names: readonly string[]) => Promise<PageQuotes>;

/**
 * Looks up the names that the book lacks and answers the fuller book. When the table has been replaced meanwhile,
 * all names are asked anew, so that one book never mixes two versions. Rejects when the extension is gone.
 */
export async function lookUp(book: QuoteBook | undefined, names: Iterable<string>, ask: AskQuotes): Promise<QuoteBook> {
  const all = [...new Set(names)];
  const missing = all.filter((name) => !book?.quotes.has(name));
  const answer = await askInParts(missing, ask);
  if (!book || book.table?.version === answer.table?.version)
    return { ...answer, quotes: new Map([...(book?.quotes ?? []), ...answer.quotes]) };
  return askInParts(all, ask);
}

async function askInParts(names: readonly string[], ask: AskQuotes): Promise<QuoteBook> {
  const quotes = new Map<string, Quote | null>();
  let last: PageQuotes | undefined;
  for (let at = 0; at === 0 || at < names.length; at += maxNames) {
    const part = names.slice(at, at + maxNames);
    const answer = await ask(part);
    // A table that was replaced between two parts: what the older one said no longer counts.
    if (last && last.table?.version !== answer.table?.version) quotes.clear();
    if (answer.table) for (const [index, name] of part.entries()) quotes.set(name, answer.quotes[index] ?? null);
    last = answer;
  }
  return { table: last?.table ?? null, fault: last?.fault ?? null, rates: last?.rates ?? null, quotes };
}
