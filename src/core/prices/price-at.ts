import { centsPerUnit, type MarketId } from '#core/prices/markets.ts';

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

/** What the price table tells of an item on a reference market. */
export interface TablePrice {
  /** USD cents; absent or 0: none. */
  readonly cents?: number | undefined;
  /** The feed's time, ms since the epoch. The feed has no times of its own: a price in it may be older. */
  readonly asOf: number;
  /** The item is flagged, and with it all references. */
  readonly flagged: boolean;
}

/** What a market's own data tell of an item. */
export interface OwnPrice {
  /** The time of the market's data, ms since the epoch. */
  readonly bodyAsOf: number;
  /** In the market's unit; absent or 0: the market has no listing of the item. */
  readonly price?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly flagged?: boolean | undefined;
  /** Listings on offer; absent or 0: not told. */
  readonly count?: number | undefined;
  /** Average of 7 days, USD cents. */
  readonly avg7?: number | undefined;
}

export interface KnownPrices {
  readonly market: MarketId;
  /** Absent for a market that is no reference, and without a table. */
  readonly table?: TablePrice | undefined;
  /** Absent while the market's own data are not loaded. */
  readonly own?: OwnPrice | undefined;
  /** US dollars for a coin of the market that counts in coins. */
  readonly coinUsd?: number | null | undefined;
}

/** What counts of it, whatever the time and the user's limits. */
export interface CountedPrice {
  /** USD cents, with fractions; absent without a price, and without a rate for one in coins. */
  readonly cents?: number | undefined;
  /** Ms since the epoch; absent while nothing is told. With it and without cents, the market has no listing. */
  readonly asOf?: number | undefined;
  readonly flagged?: boolean | undefined;
  readonly count?: number | undefined;
  /** Average of 7 days, USD cents. */
  readonly avg7?: number | undefined;
  /** There is a price in coins, and no rate. */
  readonly needsRate?: boolean | undefined;
}

/** What markets tell of an item; one without loaded data is absent. */
export type MarketOffers = { readonly [market in MarketId]?: CountedPrice | undefined };

/** What is relied on of a market's answer; `undefined` on any doubt. */
export interface SoundOffer {
  readonly cents: number;
  /** Ms since the epoch. */
  readonly asOf: number;
}

export function soundOffer(price: JudgedPrice | undefined, rules: DoubtRules): SoundOffer | undefined {
  const { cents, asOf } = price ?? {};
  return price && cents !== undefined && asOf !== undefined && !doubtOf(price, rules) ? { cents, asOf } : undefined;
}

/**
 * The market's own data or the table's price: at the same cents the market's own time counts, also an older one. Where they
 * differ, its own data count unless the table is newer.
 */
export function countedPrice({ market, table, own, coinUsd }: KnownPrices): CountedPrice {
  const listed = table?.cents || undefined;
  const flagged = own?.flagged === true || table?.flagged === true;
  const more = { flagged, count: own?.count || undefined, avg7: own?.avg7 };
  if (!own || (!own.price && listed)) return { cents: listed, asOf: table?.asOf, ...more };
  const cents = (own.price ?? 0) * centsPerUnit(market, coinUsd);
  const isOwn = !table || !listed || Math.round(cents) === listed || seconds(own.bodyAsOf) >= seconds(table.asOf);
  if (!isOwn) return { cents: listed, asOf: table.asOf, ...more };
  const asOf = Math.min(own.bodyAsOf, own.updatedAt ?? own.bodyAsOf);
  return {
    ...{ asOf, ...more },
    cents: cents > 0 && cents <= priceLimits.maxCents ? cents : undefined,
    needsRate: Boolean(own.price) && cents === 0,
  };
}

/** By what the user and the moment judge a price. */
export interface DoubtRules extends AgeRules {
  /** Least number of listings of a price that counts; absent: any. */
  readonly minCount?: number | undefined;
  /** The prices are made up. */
  readonly sample?: boolean | undefined;
}

export interface AgeRules {
  /** Ms since the epoch. */
  readonly now: number;
  readonly staleAfterMs: number;
}

/** A price to judge; `phased`: its item has phases of different prices, and nobody tells which one this is. */
export interface JudgedPrice extends CountedPrice {
  readonly phased?: boolean | undefined;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/**
 * Why a time says nothing of now. Times are compared in whole seconds, as they are stored, and the limit itself is not old
 * yet: every place answers the same.
 */
export function ageDoubt(asOf: number, { now, staleAfterMs }: AgeRules): 'old' | 'clock' | undefined {
  const age = seconds(now) - seconds(asOf);
  // Also for a time that is none.
  if (!(age >= -ageLimits.clockSlackMs / 1000)) return 'clock';
  return age > staleAfterMs / 1000 ? 'old' : undefined;
}

/** Every reason not to rely on a price. Each stage takes away some of those that the stages before have left. */
export const doubtStages = [
  ['sample', (_, { sample }) => sample === true],
  ['no-rate', ({ needsRate }) => needsRate === true],
  ['unknown', ({ cents = 0 }) => !(cents > 0)],
  ['phase', ({ phased }) => phased === true],
  ['flagged', ({ flagged }) => flagged === true],
  ['clock', ({ asOf = Number.NaN }, rules) => ageDoubt(asOf, rules) === 'clock'],
  ['old', ({ asOf = Number.NaN }, rules) => ageDoubt(asOf, rules) === 'old'],
  // A number of listings that is not told may be one.
  ['few', ({ count = 0 }, { minCount = 0 }) => count < minCount],
] as const satisfies readonly DoubtStage[];

type DoubtStage = readonly [doubt: string, applies: (price: JudgedPrice, rules: DoubtRules) => boolean];

export type Doubt = (typeof doubtStages)[number][0];

export const doubtOf = (price: JudgedPrice, rules: DoubtRules): Doubt | undefined =>
  doubtStages.find(([, applies]) => applies(price, rules))?.[0];

/** What a market asks for an item now, and why that may not be relied on. */
export interface PriceAt extends CountedPrice {
  readonly doubt?: Doubt | undefined;
}
