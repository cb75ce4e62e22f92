import { basePrice } from '#service/simulated/base-price.ts';
import { chance, mix, mixText } from '#service/simulated/chance.ts';

/** What stays the same about the items of a simulated market, as columns. */
export interface Goods {
  readonly names: readonly string[];
  /** The names as a part of an address. */
  readonly encoded: readonly string[];
  /** One well-spread number an item: all its chances follow from it. */
  readonly seeds: Uint32Array;
  /** Cents, with fractions. */
  readonly bases: Float64Array;
}

/** Gives every name a base price. Takes about 0.2 s for 37,000 names, so once a process. */
export const appraise = (names: readonly string[], seed: number): Goods => ({
  names,
  encoded: names.map(encodeURIComponent),
  seeds: Uint32Array.from(names, (name) => mixText(seed, name)),
  bases: Float64Array.from(names, (name) => basePrice(name, seed)),
});

/** Numbers that keep one chance of an item apart from another. */
const salt = { phase: 1, direction: 2, swing: 3, inflated: 4, inflation: 5, liquidity: 6 };

/** An item's price moves once in so many steps. */
const stepsPerMove = 10;
const inflatedShare = 0.019;

/** What is true of one item on all markets at one step. */
export interface Mood {
  /** How often the item has moved. */
  readonly move: number;
  /** What the price is multiplied by; above 1 after one move and below it after the next, so a move always shows. */
  readonly swing: number;
  /** 1, or what an outlier's price is multiplied by. */
  readonly inflation: number;
}

/** How the item with this seed stands at a step. */
export function moodOf(seed: number, step: number): Mood {
  const move = Math.floor((step + (mix(seed, salt.phase) % stepsPerMove)) / stepsPerMove);
  const up = (move + mix(seed, salt.direction)) % 2 === 1;
  const size = 0.003 + 0.03 * chance(mix(seed, move), salt.swing);
  const inflated = chance(seed, salt.inflated) < inflatedShare;
  const inflation = inflated ? 2 + 2 * chance(seed, salt.inflation) : 1;
  return { move, swing: up ? 1 + size : 1 - size, inflation };
}

/** How easily an item sells: an integer from 0 to 100, lower for the dear ones. */
export function liquidityOf({ seeds, bases }: Goods, item: number): number {
  const dear = Math.log10((bases[item] ?? 0) / 100) * 9;
  return Math.round(Math.min(100, Math.max(0, 25 + 75 * chance(seeds[item] ?? 0, salt.liquidity) - dear)));
}
