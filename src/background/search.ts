import type { Names } from '#prices/search/name-store.ts';
import type { PageQuotes, SearchAnswer } from '#protocol/messages.ts';

/** Finds names and what they cost. */
export type Search = (request: { readonly query: string; readonly limit: number }) => Promise<SearchAnswer>;

/** Search over the kept names; a name that the table does not have comes without prices. */
export const createSearch =
  (names: Pick<Names, 'search'>, quotes: (names: readonly string[]) => Promise<PageQuotes>): Search =>
  async ({ query, limit }) => {
    const found = await names.search(query, limit);
    return found.state === 'found' ? { ...found, ...(await quotes(found.names)) } : found;
  };
