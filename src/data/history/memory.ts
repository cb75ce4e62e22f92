/** Time for which an answer is kept, ms: shorter than prices stay the same, because the newest may be in it. */
const keptMs = 5 * 60_000;

export interface Memory<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
}

/** Remembers at most `most` answers for some minutes, the latest ones. */
export function createMemory<T>(now: () => number, most: number): Memory<T> {
  const kept = new Map<string, { readonly at: number; readonly value: T }>();
  return {
    get: (key) => {
      const known = kept.get(key);
      return known && Math.abs(now() - known.at) < keptMs ? known.value : undefined;
    },
    set: (key, value) => {
      kept.delete(key);
      kept.set(key, { at: now(), value });
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(oldest);
    },
  };
}
