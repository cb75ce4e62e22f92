import { checkEntry } from '#core/owned/watch-crossing.ts';
import type { WatchAlert, WatchListEntry } from '#core/owned/watch-list.ts';
import type { PriceObservation, SaleState } from '#core/owned/watch-prices.ts';
import { isMarketId, type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { type Offer, priceLimits, type TableRow } from '#core/prices/offer.ts';
import { quoted } from '../quoted.ts';

export const now = 1_800_000_000_000;
export const staleAfterMs = 90 * 60_000;
type Cents = number | undefined;

/** One price for all three, or one each. */
export function quoteOf(...cents: Cents[]): TableRow {
  const [buff163, youpin, csfloat] = cents.length > 1 ? cents : [cents[0], cents[0], cents[0]];
  return { buff163, youpin, csfloat, inflated: false };
}
export const observationOf = (row: TableRow | undefined, ageMs = 0): PriceObservation => ({
  offers: row ? quoted(row, now - ageMs).offers : referenceMarkets.map((market) => ({ market, asOf: now - ageMs })),
  compared: referenceMarkets,
  asOf: now - ageMs,
  now,
  staleAfterMs,
});

export const watching = (alert: WatchAlert): WatchListEntry => ({ name: 'x', addedAt: 0, alert });
export const below = watching({ kind: 'below', cents: 1000 });
export const under = watching({ kind: 'under-median', percent: 10 });
export const change = watching({ kind: 'change', percent: 10 });
export const above = watching({ kind: 'above', cents: 1000 });
export const exit = watching({ kind: 'exit', cents: 1000 });
export const leaving = (netCents: number, quote = quoteOf(1)): PriceObservation => ({
  ...observationOf(quote),
  ...selling({ waxpeer: netCents }),
});

/** What a sale leaves on markets; a word: the market is sold at, and tells no amount. */
export function selling(on: Readonly<Partial<Record<MarketId, SaleState>>>): Pick<PriceObservation, 'exit' | 'saleOn'> {
  const known = Object.entries(on).flatMap(([market, state]) =>
    isMarketId(market) && typeof state === 'number' ? [{ market, netCents: state, asOf: now - 60_000 }] : [],
  );
  const [exit] = known.toSorted((one, other) => other.netCents - one.netCents);
  return { exit, saleOn: (market) => on[market] };
}

export function later({ offers, exit, now, asOf, ...rest }: PriceObservation, hours: number): PriceObservation {
  const then = <T extends { readonly asOf?: number | undefined }>(one: T) => ({
    ...one,
    asOf: (one.asOf ?? 0) + hours * 3_600_000,
  });
  return {
    ...{ ...rest, ...then({ asOf }), now: now + hours * 3_600_000, exit: exit && then(exit) },
    offers: offers.map(then),
  };
}

/** Five markets are compared; BUFF163, YouPin and CSFloat ask $20. */
export const offering = (
  dmarket: number | Partial<Offer> | undefined,
  steam: number | Partial<Offer> | undefined = 2000,
  row = quoteOf(2000),
): PriceObservation => {
  const offersOn = (market: MarketId, given: typeof dmarket): readonly Offer[] => {
    if (given === undefined) return [];
    return [{ market, asOf: now - 60_000, ...(typeof given === 'number' ? { cents: given } : given) }];
  };
  const compared: readonly MarketId[] = [...referenceMarkets, 'dmarket', 'steam'];
  const observed = observationOf(row);
  return {
    ...observed,
    compared,
    offers: [...observed.offers, ...offersOn('dmarket', dmarket), ...offersOn('steam', steam)],
  };
};

export function crossingsAt(start: WatchListEntry, observations: readonly PriceObservation[]): number[] {
  let entry = start;
  return observations.flatMap((observation, at) => {
    const result = checkEntry(entry, observation);
    entry = result.entry;
    return result.crossing ? [at] : [];
  });
}

export const no = undefined;
export const stale = (row: TableRow) => observationOf(row, staleAfterMs + 1000);
export const ahead = (row: TableRow) => observationOf(row, -priceLimits.clockSlackMs - 1000);
export const inflated = (cents: number): TableRow => ({ ...quoteOf(cents), inflated: true });
