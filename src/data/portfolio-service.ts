import { type Portfolio, parsePortfolio, toStoredPortfolio } from '#core/owned/portfolio.ts';
import type { KeyValueStore } from '#data/storage/stored-value.ts';

export type PortfolioService = ReturnType<typeof createPortfolioService>;

export const portfolioKey = 'portfolio';

/** Rejects when the storage fails. @param store which no browser may evict: the user wrote it */
export const createPortfolioService = (store: KeyValueStore) => ({
  list: async () => parsePortfolio((await store.read([portfolioKey]))[0]),
  set: async (next: Portfolio): Promise<Portfolio> => {
    await store.write({ [portfolioKey]: toStoredPortfolio(next) });
    return next;
  },
});
