import { type Holding, parsePortfolio, toStoredPortfolio } from '#core/portfolio.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';
import type { PortfolioAnswer } from '#protocol/portfolio-messages.ts';

export interface PortfolioParts {
  /** The store of the portfolio, which no browser may evict: the user wrote it. */
  readonly store: KeyValueStore;
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<QuotesAnswer>;
}

export interface PortfolioService {
  /** Rejects when the storage fails. */
  readonly list: () => Promise<PortfolioAnswer>;
  /** Replaces all entries. Rejects when the storage refuses. */
  readonly set: (items: readonly Holding[]) => Promise<PortfolioAnswer>;
}

const portfolioKey = 'portfolio';

/** Owns the portfolio. */
export function createPortfolioService({ store, quotesWithoutUse }: PortfolioParts): PortfolioService {
  const answer = async (items: readonly Holding[]): Promise<PortfolioAnswer> => {
    const names = [...new Set(items.map(({ name }) => name))];
    const { table, quotes } = await quotesWithoutUse(names);
    const known = names.map((name, at) => [name, quotes[at] ?? null] as const);
    return { items, quotes: known, asOf: table?.asOf ?? null, sample: table?.sample ?? false };
  };
  return {
    list: async () => {
      const [stored] = await store.read([portfolioKey]);
      return answer(parsePortfolio(stored));
    },
    set: async (items) => {
      await store.write({ [portfolioKey]: toStoredPortfolio(items) });
      return answer(items);
    },
  };
}
