import type { Samples } from './row.ts';

export interface Contender<T> {
  readonly measure: () => Promise<T>;
  readonly results: T[];
}

export const contender = <T>(measure: () => Promise<T>): Contender<T> => ({ measure, results: [] });

/** Measures all contenders once a round, in random order, so that a slow moment of the machine hits none of them alone. */
export async function alternate(rounds: number, contenders: Iterable<Contender<unknown>>): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const { measure, results } of shuffled([...contenders])) results.push(await measure());
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item);
}

interface Contenders<T> {
  readonly ours: Contender<T>;
  readonly floor?: Contender<T>;
  readonly peer?: Contender<T>;
}

export const samplesOf = <T>({ ours, floor, peer }: Contenders<T>, figure: (result: T) => number): Samples => ({
  ours: ours.results.map(figure),
  ...(floor && { floor: floor.results.map(figure) }),
  ...(peer && { peer: peer.results.map(figure) }),
});
