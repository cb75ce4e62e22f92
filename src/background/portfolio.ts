import { localStorage } from '#platform/local-storage.ts';
import type { Handlers } from '#platform/request-handler.ts';
import type { FindPortfolioPast } from '#prices/history/portfolio-history.ts';
import { createPortfolioService } from '#prices/portfolio.ts';
import type { PriceService } from '#prices/refresh/price-service.ts';
import type { PortfolioRequests } from '#protocol/portfolio-messages.ts';

/** Handlers of the portfolio's requests, wired to the browser's storage. */
export function portfolioHandlers(
  { quotesWithoutUse }: Pick<PriceService, 'quotesWithoutUse'>,
  findPast: FindPortfolioPast,
): Handlers<keyof PortfolioRequests> {
  const portfolio = createPortfolioService({ store: localStorage, quotesWithoutUse });
  return {
    portfolio: () => portfolio.list(),
    'portfolio-set': ({ items }) => portfolio.set(items),
    'portfolio-past': findPast,
  };
}
