import { LRUCache } from 'lru-cache';

/** Answers that are made once, however many ask meanwhile, and kept until newer ones need their room. */
export function createKeptAnswers<T extends object | string>(maxSize: number, sizeOf: (answer: T) => number) {
  const kept = new LRUCache<string, T, () => Promise<T>>({
    maxSize,
    sizeCalculation: sizeOf,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context: make }) => make(),
  });
  return (key: string, make: () => Promise<T>): Promise<T> => kept.forceFetch(key, { context: make });
}
