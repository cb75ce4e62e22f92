import type { FaultKind } from '#core/asks/fault.ts';
import type { DatedRates } from '#core/money/rates.ts';
import type { Holding, Sale } from '#core/owned/portfolio.ts';
import type { DailyPrices } from '#core/owned/portfolio-past.ts';
import type { Quote } from '#core/prices/quote.ts';

export type PortfolioPastAnswer =
  /** `prices` are in the order of the names, empty without any; `since` is the first recorded day since the epoch. */
  | { readonly state: 'found'; readonly prices: readonly DailyPrices[]; readonly since: number | null }
  /** The relay keeps no history, or is too old to tell it. */
  | { readonly state: 'none' }
  | { readonly state: 'fault'; readonly fault: FaultKind };

export interface PortfolioAnswer {
  readonly items: readonly Holding[];
  readonly sales: readonly Sale[];
  readonly rates: DatedRates | null;
  /** Prices by name; `null`: not in the table. */
  readonly quotes: readonly (readonly [name: string, quote: Quote | null])[];
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  readonly sample: boolean;
}
