import { useEffect, useState } from 'preact/hooks';

/** The answer to a question that is asked once; `undefined` until then, and where it fails. */
export function useAnswer<T>(question: () => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    question().then(
      (told) => setAnswer(() => told),
      () => setAnswer(undefined),
    );
  }, [question]);
  return answer;
}

export type OnPush = (listener: () => void, signal: AbortSignal) => void;

/** Loads at once and on each push of the worker, while the page shows it. */
export function useAtPush(onPush: OnPush, load: () => void): void {
  useEffect(() => {
    const closing = new AbortController();
    load();
    onPush(load, closing.signal);
    return () => closing.abort();
  }, [onPush, load]);
}
