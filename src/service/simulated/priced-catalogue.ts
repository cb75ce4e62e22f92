import { askEstimator } from '#service/simulated/estimated-asks.ts';
import { seededFraction, seedFromText } from '#service/simulated/seeded-random.ts';

/** The constant properties of the simulated items, as columns. */
export interface PricedCatalogue {
  readonly names: readonly string[];
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
  const liquidities = names.map((name, item) =>
    liquidityOf(name, prices[item] ?? 0, { seed: seeds[item] ?? 0, listed: asks.has(name) }),
  );
  return {
    names,
    encoded: names.map(encodeURIComponent),
    seeds,
    asks: prices,
    onSteam: Uint8Array.from(names, (name) => (asks.has(name) ? 1 : 0)),
    liquidity: Uint8Array.from(liquidities),
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
function liquidityOf(name: string, ask: number, { seed, listed }: { seed: number; listed: boolean }): number {
  const popular = popularity.reduce((sum, [kind, more]) => (kind.test(name) ? sum + more : sum), 0);
  const discount = Math.log10(ask / 100) * 9 + (listed ? 0 : unlistedDiscount);
  return Math.round(Math.min(100, Math.max(0, 45 + 50 * seededFraction(seed, liquiditySalt) + popular - discount)));
}
