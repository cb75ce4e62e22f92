import { seededFraction, seedFromText } from '#service/simulated/seeded-random.ts';

/** The constant properties of the simulated items, as columns. */
export interface PricedCatalogue {
  /** The names, encoded for a URL. */
  readonly encoded: readonly string[];
  /** One 32-bit integer for each item: all its random values depend on it. */
  readonly seeds: Uint32Array;
  /** What Steam asks, in cents, with fractions; an estimate where Steam has no ask. */
  readonly asks: Float64Array;
  /** 1 for an item that Steam has an ask for, else 0. */
  readonly onSteam: Uint8Array;
  /** Integers from 0 to 100. */
  readonly liquidity: Uint8Array;
}

/** Computes the columns, which takes about 0.3 s for 41,000 names. `asks` are Steam's, by name, in cents. */
export function priceCatalogue(
  names: readonly string[],
  asks: ReadonlyMap<string, number>,
  seed: number,
): PricedCatalogue {
  const estimate = askEstimator(asks);
  const seeds = Uint32Array.from(names, (name) => seedFromText(seed, name));
  const prices = Float64Array.from(names, (name) => asks.get(name) ?? estimate(name, seed));
  return {
    encoded: names.map(encodeURIComponent),
    seeds,
    asks: prices,
    onSteam: Uint8Array.from(names, (name) => (asks.has(name) ? 1 : 0)),
    liquidity: Uint8Array.from(names, (name, item) =>
      liquidityOf(name, prices[item] ?? 0, seeds[item] ?? 0, asks.has(name)),
    ),
  };
}

const liquiditySalt = 6;

/** What sells often or seldom at the same price. */
const popularity: readonly (readonly [RegExp, number])[] = [
  [/^(AK-47|AWP|M4A4|M4A1-S|Desert Eagle|USP-S|Glock-18) \|/, 25],
  [/ Case$|Capsule/, 35],
  [/^Souvenir |^Sticker Slab/, -25],
  [/^StatTrak™|^★ StatTrak™/, -10],
];
/** What Steam does not list sells seldom elsewhere too. */
const unlistedDiscount = 20;

/** An integer from 0 to 100: lower for expensive items, unpopular kinds, and what Steam does not list. */
function liquidityOf(name: string, ask: number, seed: number, listed: boolean): number {
  const popular = popularity.reduce((sum, [kind, more]) => (kind.test(name) ? sum + more : sum), 0);
  const discount = Math.log10(ask / 100) * 9 + (listed ? 0 : unlistedDiscount);
  return Math.round(Math.min(100, Math.max(0, 45 + 50 * seededFraction(seed, liquiditySalt) + popular - discount)));
}

/** Factors of the price for a part of the name (catalogue.md, "What is measured"). */
const factors: readonly (readonly [RegExp, number])[] = [
  [/^★ .*\(Factory New\)$/, 2.1],
  [/^[^★].*\(Factory New\)$/, 4.4],
  [/^★ .*\(Minimal Wear\)$/, 1.23],
  [/^[^★].*\(Minimal Wear\)$/, 1.54],
  [/\(Battle-Scarred\)$/, 0.95],
  [/StatTrak™/, 1.3],
  [/^Souvenir .*\)$/, 2.9],
];

type Range = readonly [name: RegExp, from: number, to: number];

/** Rarities that cost more than Steam's wallet holds, in US dollars. */
const rarities: readonly Range[] = [
  [/\| (Dragon Lore|Gungnir|Howl|Wild Lotus|The Prince|Gold Arabesque)\b/, 2_500, 6_000],
  [/\((Holo|Foil)\) \| Katowice 2014$/, 4_000, 40_000],
  [/Katowice 2014$/, 600, 6_000],
];

/** Prices of the names that have no relative with an ask, in US dollars. The first match counts. */
const otherRanges: readonly Range[] = [
  [/^★ /, 2_100, 5_000],
  [/Cologne 2014$|DreamHack 2014$/, 50, 900],
  [/\((Factory New|Minimal Wear|Field-Tested|Well-Worn|Battle-Scarred)\)$/, 400, 1_600],
];
const anything: Range = [/^/, 1, 60];

/** Above this, a name without an ask is dearer than what Steam's wallet holds, cents. */
const probablyDearerThanSteam = 120_000;
const dearestAsk = 204_379;

const factorOf = (name: string): number =>
  factors.reduce((product, [part, times]) => (part.test(name) ? product * times : product), 1);

const withoutWear = (name: string): string => name.replace(/ \((Factory|Minimal|Field|Well|Battle)[^)]*\)$/, '');

/** What all versions of one design share: `AK-47 | Redline`, `Sticker | Fnatic`, `Sealed Graffiti | Still Happy`. */
const designOf = (name: string): string =>
  withoutWear(name)
    .replace(/StatTrak™ |^Souvenir /g, '')
    .replace(/^(Sealed Graffiti .*) \([^)]*\)$/, '$1');

/** What similar designs share, `Sticker | (Gold) | Cologne 2016`; not of weapons, whose designs differ a thousandfold. */
const familyOf = (name: string): string | undefined =>
  /^(★|StatTrak|Souvenir)|Wear\)$|\((Factory New|Field-Tested|Well-Worn|Battle-Scarred)\)$/.test(name)
    ? undefined
    : name.replace(/ \| [^|(]*/, ' | ');

/**
 * Estimates an ask, USD cents, from the asks of related names: of the same design, else of the same family, else from a
 * range of prices that its kind has. It depends only on the asks, the name and the seed.
 */
function askEstimator(asks: ReadonlyMap<string, number>) {
  const [byDesign, byFamily] = [mediansBy(designOf, asks), mediansBy(familyOf, asks)];
  const related = (name: string): number | undefined => {
    const median = byDesign.get(designOf(name)) ?? byFamily.get(familyOf(name));
    return median && median * factorOf(name);
  };
  return (name: string, seed: number): number => {
    const rarity = rarities.find(([kind]) => kind.test(name));
    if (rarity) return inRange(rarity, name, seed);
    const cents = related(name);
    const range = otherRanges.find(([kind]) => kind.test(name));
    if (cents === undefined) return inRange(range, name, seed);
    const around = 0.85 + 0.3 * seededFraction(seedFromText(seed, name), 1);
    if (cents < probablyDearerThanSteam) return cents * around;
    // The square root: versions of dear designs differ by smaller factors than those of cheap ones.
    return dearestAsk * 1.2 * Math.sqrt(Math.max(1, cents / dearestAsk)) * around;
  };
}

/** All versions of a design have the same place in the range, and the square root of their factors keeps their order. */
function inRange([, from, to]: Range = anything, name: string, seed: number): number {
  return 100 * from * (to / from) ** seededFraction(seedFromText(seed, designOf(name)), 1) * Math.sqrt(factorOf(name));
}

/** The median of the asks of each group, as if no name had a factor. */
function mediansBy(
  groupOf: (name: string) => string | undefined,
  asks: ReadonlyMap<string, number>,
): Map<string | undefined, number> {
  const groups = Map.groupBy(asks, ([name]) => groupOf(name));
  groups.delete(undefined);
  return new Map(
    Array.from(groups, ([group, rows]) => {
      const plain = rows.map(([name, cents]) => cents / factorOf(name)).sort((a, b) => a - b);
      return [group, plain[plain.length >> 1] ?? 0];
    }),
  );
}
