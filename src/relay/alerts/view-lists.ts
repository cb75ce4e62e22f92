import * as z from 'zod/mini';
import { isMarketFees, type MarketFees } from '#core/money/fees.ts';
import { marketIds } from '#core/prices/markets.ts';
import { savedView } from '#core/rows/saved-views.ts';
import { maxRelayViews, viewMemory } from '#core/rows/view-alerts.ts';

const userLimits = z.strictObject({
  fees: z.optional(z.partialRecord(z.enum(marketIds), z.custom<MarketFees>(isMarketFees))),
  maxAgeMs: z.number().check(z.gt(0)),
  minLiquidity: z.number(),
  minOffers: z.number(),
  profitPercent: z.number(),
  selling: z.array(z.enum(marketIds)),
});

/** What the relay must know to tell of new rows: the views of which the user wants to hear, and the user's limits. */
export const sentViews = z.strictObject({
  limits: userLimits,
  views: z.array(savedView).check(z.minLength(1), z.maxLength(maxRelayViews)),
});

export const listViews = z.object({
  limits: userLimits,
  views: z.array(z.extend(savedView, { memory: z.optional(viewMemory) })),
});
export type ListViews = z.infer<typeof listViews>;

/** The views to keep: one that did not change keeps what it has seen. */
export const mergeViews = (before: ListViews | undefined, sent: z.infer<typeof sentViews>): ListViews => ({
  limits: sent.limits,
  views: sent.views.map((view) => ({ ...view, memory: before?.views.find(({ name }) => name === view.name)?.memory })),
});
