import { seededFraction, seedFromText } from '#service/simulated/seeded-random.ts';

/** What Steam asks for an item at least. */
export interface Ask {
  /** USD cents. */
  readonly cents: number;
  /** Whether Steam has none (catalogue.md). */
  readonly isEstimate: boolean;
}

export type PricedCatalogue = ReturnType<typeof priceCatalogue>;

const anyAsk: Ask = { cents: 1000, isEstimate: true };

/** Computes the columns, which takes about 0.1 s for 41,000 names. */
export function priceCatalogue(names: readonly string[], asks: ReadonlyMap<string, Ask>, seed: number) {
  const told = names.map((name) => asks.get(name) ?? anyAsk);
  const seeds = Uint32Array.from(names, (name) => seedFromText(seed, name));
  return {
    encoded: names.map(encodeURIComponent),
    /** One 32-bit integer for each item: all its random values depend on it. */
    seeds,
    /** What Steam asks, in cents; an estimate where Steam has no ask. */
    asks: Float64Array.from(told, ({ cents }) => cents),
    /** 1 for an item that Steam has an ask for, else 0. */
    onSteam: Uint8Array.from(told, ({ isEstimate }) => (isEstimate ? 0 : 1)),
    /** Integers from 0 to 100. */
    liquidity: Uint8Array.from(names, (name, item) => liquidityOf(name, told[item] ?? anyAsk, seeds[item] ?? 0)),
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
function liquidityOf(name: string, { cents, isEstimate }: Ask, seed: number): number {
  const popular = popularity.reduce((sum, [kind, more]) => (kind.test(name) ? sum + more : sum), 0);
  const discount = Math.log10(cents / 100) * 9 + (isEstimate ? unlistedDiscount : 0);
  return Math.round(Math.min(100, Math.max(0, 45 + 50 * seededFraction(seed, liquiditySalt) + popular - discount)));
}
