import * as z from 'zod/mini';
import { maxNameLength } from '#core/names.ts';
import type { Quote } from '#core/quote.ts';
import type { PriceDoubt } from '#core/watch-crossing.ts';
import type { PriceSeries } from '#core/watch-history.ts';
import { alertSchema, type CrossedLine, type WatchAlert } from '#core/watch-list.ts';

/** Requests about the watch list. */
export interface WatchRequests {
  /** The whole list. */
  watch: Record<string, never>;
  /** Adds or removes an item. */
  'watch-star': { name: string; on: boolean };
  /** Sets or removes (`null`) an item's alert. */
  'watch-alert': { name: string; alert: WatchAlert | null };
  /** Prices of all items over time. */
  'watch-histories': Record<string, never>;
  /** Whether the relay has the list that it should have. */
  'watch-relay': Record<string, never>;
}

export interface WatchAnswers {
  watch: WatchAnswer;
  'watch-star': WatchAnswer;
  'watch-alert': WatchAnswer;
  'watch-histories': WatchHistories;
  'watch-relay': RelayWatchOutcome;
}

/**
 * What became of the list at the relay. `pending`: sent within a minute. `no-channel`: the relay cannot tell anybody.
 * `older`: the relay takes no lists. `undeleted`: switched off, and a relay could not be asked to delete its copy.
 */
export type RelayWatchOutcome =
  | 'off'
  | 'pending'
  | 'taken'
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
}

export interface WatchedItem {
  readonly name: string;
  readonly alert: WatchAlert | null;
  /** The price that met the alert; `null`: none since the alert was armed. */
  readonly reached: CrossedLine | null;
  /** `null`: not in the table. */
  readonly quote: Quote | null;
  /** Why its price triggers no alert. */
  readonly doubt: PriceDoubt | null;
}

export interface WatchHistories {
  readonly series: readonly ({ readonly name: string } & PriceSeries)[];
}

const name = z.string().check(z.minLength(1), z.maxLength(maxNameLength));
const empty = z.record(z.string(), z.never());

export const watchRequests: { [K in keyof WatchRequests]: z.ZodMiniType<WatchRequests[K]> } = {
  watch: empty,
  'watch-star': z.object({ name, on: z.boolean() }),
  'watch-alert': z.object({ name, alert: z.nullable(alertSchema) }),
  'watch-histories': empty,
  'watch-relay': empty,
};
