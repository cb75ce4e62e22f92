import { exchange } from '#core/exchange.ts';
import type { DatedRates, Rate } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';

/** In which currency the popup shows prices: the user's, or the dollar where that has no rate. `now`: ms since the epoch. */
export function shownRate({ currency, rates, coinUsd }: Settings, dated: DatedRates | null, now: number): Rate {
  return exchange(undefined, currency, { dated, own: rates, coinUsd }, now).shown;
}
