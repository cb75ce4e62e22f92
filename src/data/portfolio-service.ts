import { type Portfolio, parsePortfolio, toStoredPortfolio } from '#core/owned/portfolio.ts';
import type { LoadedPrices } from '#data/catalogue/loaded-table.ts';
import type { StoredExits } from '#data/exits/exit-columns.ts';
import type { StoredRates } from '#data/refresh/small-feeds.ts';
import type { KeyValueStore } from '#data/storage/stored-value.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';
import type { PortfolioAnswer } from '#protocol/own-page-messages.ts';

export interface PortfolioDeps {
  /** The store of the portfolio, which no browser may evict: the user wrote it. */
  readonly store: KeyValueStore;
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<QuotesAnswer>;
  readonly loadedPrices: () => Promise<Pick<LoadedPrices, 'table'>>;
  readonly exits: Pick<StoredExits, 'of'>;
  readonly rates: Pick<StoredRates, 'read'>;
}

export type PortfolioService = ReturnType<typeof createPortfolioService>;

export const portfolioKey = 'portfolio';

/** Rejects when the storage fails. */
export function createPortfolioService({ store, quotesWithoutUse, loadedPrices, exits, rates }: PortfolioDeps) {
  const answer = async ({ items, sales }: Portfolio): Promise<PortfolioAnswer> => {
    const names = [...new Set(items.map(({ name }) => name))];
    const [{ table, quotes }, loaded, stored] = await Promise.all([
      quotesWithoutUse(names),
      loadedPrices(),
      rates.read(),
    ]);
    const found = await exits.of(loaded.table?.table);
    const known = names.map((name, at) => {
      const quote = quotes[at];
      return [name, quote ? { ...quote, exit: found?.find(name) } : null] as const;
    });
    return {
      items,
      sales,
      quotes: known,
      rates: stored?.told ?? null,
      asOf: table?.asOf ?? null,
      sample: table?.sample ?? false,
    };
  };
  return {
    list: async () => answer(parsePortfolio((await store.read([portfolioKey]))[0])),
    set: async (next: Portfolio) => {
      await store.write({ [portfolioKey]: toStoredPortfolio(next) });
      return answer(next);
    },
  };
}
