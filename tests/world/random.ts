import { seededFraction } from '#service/simulated/seeded-random.ts';

export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  let count = 0;
  const next = (): number => seededFraction(seed, ++count);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    between: (from: number, to: number): number => from + next() * (to - from),
    chance: (share: number): boolean => next() < share,
    pick<T>(from: readonly T[]): T {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    /** Times between events of which so many come in a time, on average. */
    wait: (onAverageMs: number): number => -Math.log(1 - next()) * onAverageMs,
    uuid: (): string => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => below(16).toString(16)),
  };
}
