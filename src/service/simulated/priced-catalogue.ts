import { basePrice } from '#service/simulated/base-price.ts';
import { seededFraction, seededInteger, seedFromText } from '#service/simulated/seeded-random.ts';

/** The constant properties of the simulated items, as columns. */
export interface PricedCatalogue {
  readonly names: readonly string[];
  /** The names, encoded for a URL. */
  readonly encoded: readonly string[];
  /** One 32-bit integer for each item: all its random values depend on it. */
  readonly seeds: Uint32Array;
  /** Cents, with fractions. */
  readonly basePrices: Float64Array;
}

/** Computes the columns, which takes about 0.2 s for 37,000 names. */
export const priceCatalogue = (names: readonly string[], seed: number): PricedCatalogue => ({
  names,
  encoded: names.map(encodeURIComponent),
  seeds: Uint32Array.from(names, (name) => seedFromText(seed, name)),
  basePrices: Float64Array.from(names, (name) => basePrice(name, seed)),
});

/** Salts that keep the random values of one item independent. */
const salt = { phase: 1, direction: 2, swing: 3, inflated: 4, inflation: 5, liquidity: 6 };

/** An item's price moves once in this many steps. */
const stepsPerMove = 10;
const inflatedShare = 0.019;

/** The price of one item at one step, relative to its base price, on all markets. */
export interface PriceMovement {
  /** How often the price has moved. */
  readonly move: number;
  /** A factor that is above 1 after one move and below 1 after the next, so every move shows. */
  readonly swing: number;
  /** The factor of an outlier, else 1. */
  readonly inflation: number;
}

export function movementAt(seed: number, step: number): PriceMovement {
  const move = Math.floor((step + (seededInteger(seed, salt.phase) % stepsPerMove)) / stepsPerMove);
  const up = (move + seededInteger(seed, salt.direction)) % 2 === 1;
  const size = 0.003 + 0.03 * seededFraction(seededInteger(seed, move), salt.swing);
  const inflated = seededFraction(seed, salt.inflated) < inflatedShare;
  const inflation = inflated ? 2 + 2 * seededFraction(seed, salt.inflation) : 1;
  return { move, swing: up ? 1 + size : 1 - size, inflation };
}

/** An integer from 0 to 100, lower for expensive items. */
export function simulatedLiquidity({ seeds, basePrices }: PricedCatalogue, item: number): number {
  const discount = Math.log10((basePrices[item] ?? 0) / 100) * 9;
  return Math.round(Math.min(100, Math.max(0, 25 + 75 * seededFraction(seeds[item] ?? 0, salt.liquidity) - discount)));
}
