import type { Quote } from '#core/quote.ts';
import type { DatedRates } from '#core/rates.ts';
import { maxNames } from '#protocol/limits.ts';
import type { FaultReport, PageQuotes, TableView } from '#protocol/messages.ts';

/** What the page knows of one version of the table. */
export interface QuoteBook {
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  readonly rates: DatedRates | null;
  /** `null`: the table does not have the item. Empty while there is no table. */
  readonly quotes: ReadonlyMap<string, Quote | null>;
}

/**
 * Whether a fuller book only adds names. Then what stands in the cards of all others, many on a long page, still holds.
 */
export const onlyAdds = (before: QuoteBook | undefined, after: QuoteBook): boolean =>
  before !== undefined && aboutOf(before) === aboutOf(after);

const aboutOf = ({ table, fault, rates }: QuoteBook): string => JSON.stringify([table, fault, rates]);

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

const none: QuoteBook = { table: null, fault: null, rates: null, quotes: new Map() };

/** The book of one answer, and the names it was asked for in that order. */
function bookOf(names: readonly string[], { quotes, ...about }: PageQuotes): QuoteBook {
  const known = about.table ? names.map((name, at) => [name, quotes[at] ?? null] as const) : [];
  return { ...about, quotes: new Map(known) };
}

async function askInParts(names: readonly string[], ask: AskQuotes): Promise<QuoteBook> {
  let book: QuoteBook | undefined;
  for (let at = 0; at === 0 || at < names.length; at += maxNames) {
    const part = names.slice(at, at + maxNames);
    const next = bookOf(part, await ask(part));
    // A table that was replaced between two parts: what the older one said no longer counts.
    const kept = book?.table?.version === next.table?.version ? book?.quotes : undefined;
    book = { ...next, quotes: new Map([...(kept ?? []), ...next.quotes]) };
  }
  return book ?? none;
}
