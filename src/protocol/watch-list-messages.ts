import * as z from 'zod/mini';
import { maxNameLength } from '#core/names.ts';
import type { Quote } from '#core/quote.ts';
import type { PriceDoubt } from '#core/watch-crossing.ts';
import type { Series } from '#core/watch-history.ts';
import { alertSchema, type Reached, type WatchAlert } from '#core/watch-list.ts';

/** What the extension's pages ask about the watch list. */
export interface WatchRequests {
  /** The list as it stands. */
  watch: Record<string, never>;
  /** Puts an item on the list, or takes it off. */
  'watch-star': { name: string; on: boolean };
  /** Sets an item's alert; `null` takes it away. */
  'watch-alert': { name: string; alert: WatchAlert | null };
  /** What each item cost over time. */
  'watch-histories': Record<string, never>;
}

export interface WatchAnswers {
  watch: WatchAnswer;
  'watch-star': WatchAnswer;
  'watch-alert': WatchAnswer;
  'watch-histories': WatchHistories;
}

export interface WatchAnswer {
  readonly items: readonly WatchedItem[];
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** Why something cannot be kept; `null` when all can. */
  readonly problem: string | null;
}

/** One watched item, and how it stands. */
export interface WatchedItem {
  readonly name: string;
  readonly alert: WatchAlert | null;
  /** What crossed the line; `null`: nothing since it was armed. */
  readonly reached: Reached | null;
  /** `null`: not in the table. */
  readonly quote: Quote | null;
  /** Why its price triggers nothing now. */
  readonly doubt: PriceDoubt | null;
}

export interface WatchHistories {
  readonly series: readonly ({ readonly name: string } & Series)[];
}

const name = z.string().check(z.minLength(1), z.maxLength(maxNameLength));
const nothing = z.record(z.string(), z.never());

/** Their schemas; only the extension's own pages may send them. */
export const watchRequests: { [K in keyof WatchRequests]: z.ZodMiniType<WatchRequests[K]> } = {
  watch: nothing,
  'watch-star': z.object({ name, on: z.boolean() }),
  'watch-alert': z.object({ name, alert: z.nullable(alertSchema) }),
  'watch-histories': nothing,
};
