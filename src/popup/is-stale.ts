import type { Settings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';

/** Whether prices are older than the user's limit. Times: ms since the epoch. */
export const isStale = (asOf: number, settings: Settings, now: number): boolean => now - asOf > staleAfterMs(settings);
