import { ageDoubt } from '#core/prices/price-at.ts';
import type { Settings } from '#core/settings/settings.ts';

/** The user's limit on the age of prices, ms. Older prices turn grey and get no comparison. */
export const staleAfterMs = ({ freshness }: Pick<Settings, 'freshness'>): number => freshness.staleMinutes * 60_000;

/** Whether prices are older than the user's limit, or of a time that is ahead of the clock. Times: ms since the epoch. */
export const isStale = (asOf: number, settings: Pick<Settings, 'freshness'>, now: number): boolean =>
  ageDoubt(asOf, { now, staleAfterMs: staleAfterMs(settings) }) !== undefined;
