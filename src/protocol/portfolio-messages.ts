import * as z from 'zod/mini';
import type { FaultKind } from '#core/fault.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import { maxNameLength } from '#core/names.ts';
import { type Holding, holdingSchema, maxHoldings } from '#core/portfolio.ts';
import type { DailyPrices } from '#core/portfolio-past.ts';
import type { Quote } from '#core/quote.ts';
import { maxHistories } from '#protocol/limits.ts';

/** Requests about the portfolio. */
export interface PortfolioRequests {
  portfolio: Record<string, never>;
  /** Replaces all entries. */
  'portfolio-set': { items: Holding[] };
  /** The recorded prices of some items on one market. */
  'portfolio-past': { market: ReferenceMarket; names: string[] };
}

export interface PortfolioAnswers {
  portfolio: PortfolioAnswer;
  'portfolio-set': PortfolioAnswer;
  'portfolio-past': PortfolioPastAnswer;
}

export type PortfolioPastAnswer =
  /** `prices` are in the order of the names, empty without any; `since` is the first recorded day since the epoch. */
  | { readonly state: 'found'; readonly prices: readonly DailyPrices[]; readonly since: number | null }
  /** The relay keeps no history, or is too old to tell it. */
  | { readonly state: 'none' }
  | { readonly state: 'fault'; readonly fault: FaultKind };

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
  'portfolio-past': z.object({
    market: z.enum(referenceMarkets),
    names: z
      .array(z.string().check(z.minLength(1), z.maxLength(maxNameLength)))
      .check(z.minLength(1), z.maxLength(maxHistories)),
  }),
};
