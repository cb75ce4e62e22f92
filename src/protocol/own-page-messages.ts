import type { FaultKind } from '#core/asks/fault.ts';
import type { Rate } from '#core/money/rates.ts';
import type { DailyPrices } from '#core/owned/portfolio-past.ts';
import type { CrossedLine, WatchAlert } from '#core/owned/watch-list.ts';
import type { AlertDoubt } from '#core/owned/watch-prices.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Quote } from '#core/prices/quote.ts';
import type { ToldRow, ViewWait } from '#core/rows/view-alerts.ts';

export type PortfolioPastAnswer =
  /** `prices` are in the order of the names, empty without any; `since` is the first recorded day since the epoch. */
  | { readonly state: 'found'; readonly prices: readonly DailyPrices[]; readonly since: number | null }
  /** The relay keeps no history, or is too old to tell it. */
  | { readonly state: 'none' }
  | { readonly state: 'fault'; readonly fault: FaultKind };

/**
 * What became of the list at the relay. `pending`: sent within a minute. `no-channel`: the relay cannot tell anybody.
 * `older`: the relay is, and does not take such a list. `undeleted`: switched off, and a relay could not be asked to delete its copy.
 */
export type RelayWatchOutcome =
  | 'off'
  | 'pending'
  | 'taken'
  /** An older relay watches the items' alerts alone. */
  | 'without-views'
  | 'no-channel'
  | 'older'
  | 'refused'
  | 'failed'
  | 'undeleted';

export interface WatchAnswer {
  readonly items: readonly WatchedItem[];
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** Why a change is not stored; `null` without a problem. */
  readonly problem: string | null;
  /** The currency that the user reads: a fixed one, else US dollars. */
  readonly shown: Rate;
}

export interface WatchedItem {
  readonly name: string;
  readonly alert: WatchAlert | null;
  /** The price that met the alert; `null`: none since the alert was armed. */
  readonly reached: CrossedLine | null;
  /** `null`: not in the table. */
  readonly quote: Quote | null;
  /** The lowest price without doubt that its alert looks at. */
  readonly lowest?: { readonly market: MarketId; readonly cents: number } | undefined;
  readonly doubt: AlertDoubt | null;
  readonly doubtful?: readonly MarketId[] | undefined;
}

/** A suggested value of a coin. Only the user can make it the rate. */
export interface CoinRate {
  readonly usd: number;
  /** Number of items behind the estimate. */
  readonly items: number;
  /** The time of the older of the data, ms since the epoch. */
  readonly asOf: number;
}

export interface RequestLogEntry {
  readonly origin: string;
  readonly count: number;
  /** The time of the last request, ms since the epoch. */
  readonly lastAt: number;
}

export interface TellingView {
  readonly name: string;
  readonly address: string;
  readonly wait: ViewWait | undefined;
  /** The latest rows that were told, the newest first. */
  readonly told: readonly ToldRow[];
}
