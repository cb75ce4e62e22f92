import * as z from 'zod/mini';
import type { ItemPastAnswer } from '#core/item-past.ts';
import { maxNameLength } from '#core/names.ts';
import type { PriceSeries } from '#core/watch-history.ts';

/** Requests about recorded prices. */
export interface HistoryRequests {
  /** The recorded prices of one item on the chosen markets. */
  history: { name: string };
  /** The lowest recorded price of a watched item over time. */
  'watch-history': { name: string };
}

export interface HistoryAnswers {
  history: ItemPastAnswer;
  /** `null`: the relay has recorded none. */
  'watch-history': PriceSeries | null;
}

const name = z.string().check(z.minLength(1), z.maxLength(maxNameLength));

export const historyRequests: { [K in keyof HistoryRequests]: z.ZodMiniType<HistoryRequests[K]> } = {
  history: z.object({ name }),
  'watch-history': z.object({ name }),
};
