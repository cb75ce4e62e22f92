import * as z from 'zod/mini';
import { type Holding, holdingSchema, maxHoldings } from '#core/portfolio.ts';
import type { Quote } from '#core/quote.ts';

/** Requests about the portfolio. */
export interface PortfolioRequests {
  portfolio: Record<string, never>;
  /** Replaces all entries. */
  'portfolio-set': { items: Holding[] };
}

export interface PortfolioAnswers {
  portfolio: PortfolioAnswer;
  'portfolio-set': PortfolioAnswer;
}

export interface PortfolioAnswer {
  readonly items: readonly Holding[];
  /** Prices by name; `null`: not in the table. */
  readonly quotes: readonly (readonly [name: string, quote: Quote | null])[];
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** The prices are made up. */
  readonly sample: boolean;
}

export const portfolioRequests: { [K in keyof PortfolioRequests]: z.ZodMiniType<PortfolioRequests[K]> } = {
  portfolio: z.record(z.string(), z.never()),
  'portfolio-set': z.object({ items: z.array(holdingSchema).check(z.maxLength(maxHoldings)) }),
};
