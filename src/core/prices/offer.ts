import type { Detail, DetailExtras } from '#core/prices/detail.ts';
import { centsPerUnit, coinMarket, isReference, type MarketId, type ReferenceMarket } from '#core/prices/markets.ts';

/** The limits that a page measures by: it loads no others. */
export const ageLimits = {
  /** A time further ahead of the clock than this is of an unknown age, ms; less is a corrected clock. */
  clockSlackMs: 60_000,
  /** Prices of this age are older than a user expects, ms: newer ones are long overdue. */
  unusualAgeMs: 45 * 60_000,
} as const;

/** What every rule about prices is measured by. Those of `user` are the user's own where the settings say so. */
export const priceLimits = {
  ...ageLimits,
  /** Settings `freshness.staleMinutes` and `exit.minCount`. */
  user: { staleMinutes: 90, minCount: 3 },
  /** A price this many times above or below the median is an outlier. */
  outlierFactor: 1.5,
  fewestForOutlier: 3,
  /** Largest amount that is a price, USD cents: packed columns have 32 bits. One in coins may be worth more by its rate. */
  maxCents: 0xffff_fffe,
} as const;

/** What a market asks for an item now: the one shape of it, from the worker to the last pixel. */
export interface Offer extends DetailExtras {
  readonly market: MarketId;
  /** USD cents, with fractions; absent without a price, and for one in coins without a rate. */
  readonly cents?: number | undefined;
  /** The price in coins, of a market that counts in coins. */
  readonly coins?: number | undefined;
  /** Ms since the epoch; absent while nothing is told. With it and without a price, the market has no listing. */
  readonly asOf?: number | undefined;
  /** The item is flagged, and with it all references, or the market's own data flag the price. */
  readonly flagged?: 'item' | 'own' | undefined;
}

export const offerIn = (offers: readonly Offer[], market: MarketId): Offer =>
  offers.find((offer) => offer.market === market) ?? { market };

export interface TablePrice {
  /** USD cents; absent or 0: none. */
  readonly cents?: number | undefined;
  /** The feed's time, ms since the epoch. The feed has no times of its own: a price in it may be older. */
  readonly asOf: number;
  readonly flagged: boolean;
}

export interface OwnData {
  /** The time of the data, ms since the epoch. */
  readonly asOf: number;
  /** Absent where the market has no listing of the item. */
  readonly detail?: Detail | undefined;
}

interface Told {
  /** Absent for a market that is no reference, and without a table. */
  readonly table?: TablePrice | undefined;
  /** Absent while the market's own data are not loaded. */
  readonly own?: OwnData | undefined;
  /** US dollars for a coin of the market that counts in coins. */
  readonly coinUsd?: number | null | undefined;
}

/** At the same cents the market's own time counts, even an older one; else its own data, unless the table is newer. */
export function offerOn(market: MarketId, { table, own, coinUsd }: Told): Offer {
  const { price = 0, inflated, updatedAt, ...more } = own?.detail ?? {};
  const coins = price > 0 && market === coinMarket ? { coins: price } : undefined;
  const flagged: Offer['flagged'] = inflated ? 'own' : table?.flagged ? 'item' : undefined;
  const known = { market, ...more, ...coins, ...(flagged && { flagged }) };
  const listed = table?.cents || undefined;
  // The table has all that the references have listed.
  if (!own || price === 0) return { ...known, cents: listed, asOf: (table ?? own)?.asOf };
  const cents = price * centsPerUnit(market, coinUsd);
  const isOwn = !table || !listed || Math.round(cents) === listed || seconds(own.asOf) >= seconds(table.asOf);
  if (!isOwn) return { ...known, cents: listed, asOf: table.asOf };
  const isPrice = cents > 0 && cents <= priceLimits.maxCents;
  return { ...known, cents: isPrice ? cents : undefined, asOf: ownTime(updatedAt, own.asOf) };
}

/** In place of a time that cannot be: it is ahead of every clock, and fits into columns of seconds. Ms since the epoch. */
export const noTime = 0xffff_ffff * 1000;

/**
 * The time of a market's own price. One ahead of the data in which it stands is of a wrong clock, now and later.
 * @param statedAt what the data say of their time, of which `asOf` is never ahead of this computer's clock
 */
export const ownTime = (updatedAt: number | undefined, asOf: number, statedAt = asOf): number => {
  if (updatedAt === undefined) return asOf;
  return updatedAt > statedAt + ageLimits.clockSlackMs ? noTime : Math.min(asOf, updatedAt);
};

/** What the price table tells of an item: the references' prices, USD cents; a market without a price is absent. */
export type TableRow = {
  readonly [market in ReferenceMarket]?: number | undefined;
} & {
  /** The price API does not state the scale (src/protocol/price-api.md, "Item entry"); 0 to 100 in the simulated market. */
  readonly liquidity?: number | undefined;
  /** The price API flags the item's price as an outlier. */
  readonly inflated: boolean;
};

export interface Sources extends Pick<Told, 'coinUsd'> {
  /** By the table of a time, ms since the epoch. */
  readonly table?: { readonly row: TableRow | undefined; readonly asOf: number } | undefined;
  /** By the own data of a market; `undefined` while they are not loaded. */
  readonly own?: ((market: MarketId) => OwnData | undefined) | undefined;
}

export const offersOf = (of: readonly MarketId[], { table, own, coinUsd }: Sources): readonly Offer[] =>
  of.map((market) => {
    const { row, asOf } = table ?? {};
    const isListed = asOf !== undefined && isReference(market);
    const listed = isListed ? { cents: row?.[market], asOf, flagged: row?.inflated ?? false } : undefined;
    return offerOn(market, { table: listed, own: own?.(market), coinUsd });
  });

export interface DoubtRules extends AgeRules {
  /** Least number of listings of a price that counts; absent: any. */
  readonly minCount?: number | undefined;
  /** The prices are made up. */
  readonly sample?: boolean | undefined;
  /** The item has phases of different prices, and nobody tells which one this is. */
  readonly phased?: boolean | undefined;
}

export interface AgeRules {
  /** Ms since the epoch. */
  readonly now: number;
  readonly staleAfterMs: number;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Times are compared in whole seconds, as they are stored, and the limit itself is not old yet: every place answers the same. */
export function ageDoubt(asOf: number, { now, staleAfterMs }: AgeRules): 'old' | 'clock' | undefined {
  const age = seconds(now) - seconds(asOf);
  // Also for a time that is none.
  if (!(age >= -ageLimits.clockSlackMs / 1000)) return 'clock';
  return age > staleAfterMs / 1000 ? 'old' : undefined;
}

/** Whether too few list an item for its price to be one of the market. A number of listings that is not told may be one. */
export function isFew({ count = 0 }: Pick<Offer, 'count'>, { minCount = 0 }: Pick<DoubtRules, 'minCount'>): boolean {
  return count < minCount;
}

/** Every reason not to rely on a price. Each stage takes away some of those that the stages before have left. */
export const doubtStages = [
  ['sample', (_, { sample }) => sample === true],
  ['no-rate', ({ coins, cents }) => coins !== undefined && cents === undefined],
  ['unknown', ({ cents = 0 }) => !(cents > 0)],
  ['phase', (_, { phased }) => phased === true],
  ['flagged', ({ flagged }) => flagged !== undefined],
  ['clock', ({ asOf = Number.NaN }, rules) => ageDoubt(asOf, rules) === 'clock'],
  ['old', ({ asOf = Number.NaN }, rules) => ageDoubt(asOf, rules) === 'old'],
  ['few', isFew],
] as const satisfies readonly DoubtStage[];

type DoubtStage = readonly [doubt: string, applies: (offer: Judged, rules: DoubtRules) => boolean];

export type Doubt = (typeof doubtStages)[number][0];

type Judged = Pick<Offer, 'cents' | 'coins' | 'asOf' | 'flagged' | 'count'>;

export const doubtOf = (offer: Judged, rules: DoubtRules): Doubt | undefined =>
  doubtStages.find(([, applies]) => applies(offer, rules))?.[0];
