import { LRUCache } from 'lru-cache';

/** What is kept beside an answer and its question, in bytes: there is no end of questions with small answers. */
const entryBytes = 2048;

/** Answers that are made once, however many ask meanwhile, and kept until newer ones need their room. */
export function createKeptAnswers<T extends object | string>(maxSize: number, sizeOf: (answer: T) => number) {
  const kept = new LRUCache<string, T, () => Promise<T>>({
    maxSize,
    sizeCalculation: (answer, question) => sizeOf(answer) + question.length + entryBytes,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context: make }) => make(),
  });
  return (key: string, make: () => Promise<T>): Promise<T> => kept.forceFetch(key, { context: make });
}
