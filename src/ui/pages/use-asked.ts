import { useEffect, useState } from 'preact/hooks';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import type { OnPush } from '#ui/pages/use-answer.ts';

/** What is known of an answer. A view must say what it does while there is none. */
export type Asked<T> =
  | { readonly state: 'under way' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'told'; readonly answer: T };

/**
 * The worker's answer to a question, which is asked again at each push and after a failure. An answer that is known stays
 * until the next one.
 * @param question the same function as long as it asks the same
 * @returns what is known, and a function that takes an answer which came with a change
 */
export function useAsked<T>(question: () => Promise<T>, onPush: OnPush): readonly [Asked<T>, (answer: T) => void] {
  const [asked, setAsked] = useState<Asked<T>>({ state: 'under way' });
  useEffect(() => {
    const closing = new AbortController();
    const ask = () =>
      question().then(
        (answer) => !closing.signal.aborted && setAsked({ state: 'told', answer }),
        (error: unknown) => {
          if (!closing.signal.aborted)
            setAsked((before) => (before.state === 'told' ? before : { state: 'failed', error }));
          throw error;
        },
      );
    const once = new AskOnce(ask, { pausesMs: retryPausesMs });
    void once.ask();
    onPush(() => void once.again(), closing.signal);
    closing.signal.addEventListener('abort', () => once.stop());
    return () => closing.abort();
  }, [question, onPush]);
  return [asked, (answer) => setAsked({ state: 'told', answer })];
}
