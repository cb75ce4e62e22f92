import type { NameStore } from '#data/search/name-store.ts';
import type { PageQuotes, SearchAnswer } from '#protocol/messages.ts';

export type SearchPrices = (request: { readonly query: string; readonly limit: number }) => Promise<SearchAnswer>;

/** Search over the stored names. A name that is not in the table has no prices. */
export const createPriceSearch =
  (names: Pick<NameStore, 'search'>, quotes: (names: readonly string[]) => Promise<PageQuotes>): SearchPrices =>
  async ({ query, limit }) => {
    const found = await names.search(query, limit);
    return found.state === 'found' ? { ...found, ...(await quotes(found.names)) } : found;
  };
