import { ageDoubt } from '#core/prices/price-at.ts';
import { staleAfterMs } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';

/** Whether prices are older than the user's limit, or of a time that is ahead of the clock. Times: ms since the epoch. */
export const isStale = (asOf: number, settings: Settings, now: number): boolean =>
  ageDoubt(asOf, { now, staleAfterMs: staleAfterMs(settings) }) !== undefined;
