import type { Settings } from '#core/settings.ts';

/** Whether prices are older than the user's limit. Stale prices turn grey and get no comparison. Times: ms since the epoch. */
export const isStale = (asOf: number, settings: Settings, now: number): boolean =>
  now - asOf > settings.freshness.staleMinutes * 60_000;
