import { exchange } from '#core/exchange.ts';
import type { DatedRates, Rate } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';

/** The rate of the currency that the popup shows: the user's, or US dollars when it has no rate. `now`: ms since the epoch. */
export function shownRate({ currency, rates }: Settings, dated: DatedRates | null, now: number): Rate {
  return exchange(undefined, currency, { dated, own: rates, coinUsd: null }, now).shown;
}
