import type { Settings } from '#core/settings/settings.ts';

/** The user's limit on the age of prices, ms. Older prices turn grey and get no comparison. */
export const staleAfterMs = ({ freshness }: Pick<Settings, 'freshness'>): number => freshness.staleMinutes * 60_000;
