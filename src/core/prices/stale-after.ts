import { type ExitRules, marketsOfSale, type SumRules } from '#core/prices/exit-value.ts';
import { type AgeRules, ageDoubt } from '#core/prices/offer.ts';
import type { Settings } from '#core/settings/settings.ts';

/** The user's limit on the age of prices, ms. Older prices turn grey and get no comparison. */
export const staleAfterMs = ({ freshness }: Pick<Settings, 'freshness'>): number => freshness.staleMinutes * 60_000;

export const ageRules = (settings: Pick<Settings, 'freshness'>, now: number): AgeRules => ({
  now,
  staleAfterMs: staleAfterMs(settings),
});

export function exitRules(settings: Pick<Settings, 'freshness' | 'fees' | 'exit'>, now: number): ExitRules {
  const { fees, exit } = settings;
  return { ...ageRules(settings, now), fees, minCount: exit.minCount };
}

export const sumRules = (
  settings: Pick<Settings, 'freshness' | 'fees' | 'exit' | 'markets'>,
  now: number,
): SumRules => ({
  ...exitRules(settings, now),
  selling: marketsOfSale(settings),
});

/** Whether prices are older than the user's limit, or of a time that is ahead of the clock. Times: ms since the epoch. */
export const isStale = (asOf: number, settings: Pick<Settings, 'freshness'>, now: number): boolean =>
  ageDoubt(asOf, ageRules(settings, now)) !== undefined;
