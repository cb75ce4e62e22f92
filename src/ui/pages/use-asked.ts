import { useEffect, useState } from 'preact/hooks';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import type { OnPush } from '#ui/pages/use-answer.ts';

/** What is known of an answer. A view must say what it does while there is none. */
export type Asked<T> =
  | { readonly state: 'under way' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'told'; readonly answer: T };

const underWay = { state: 'under way' } as const;

/**
 * The worker's answer to a question, which is asked again at each push and after a failure. An answer that is known stays
 * until the next one, but never for another question.
 * @param question the same function as long as it asks the same
 * @returns what is known, and a function that takes an answer which came with a change
 */
export function useAsked<T>(question: () => Promise<T>, onPush: OnPush): readonly [Asked<T>, (answer: T) => void] {
  const [known, setKnown] = useState<{ readonly of: typeof question; readonly asked: Asked<T> }>();
  const tell = (answer: T) => setKnown({ of: question, asked: { state: 'told', answer } });
  useEffect(() => {
    const closing = new AbortController();
    const ask = () =>
      question().then(
        (answer) => !closing.signal.aborted && tell(answer),
        (error: unknown) => {
          const isTold = (before: typeof known) => before?.of === question && before.asked.state === 'told';
          if (!closing.signal.aborted)
            setKnown((before) => (isTold(before) ? before : { of: question, asked: { state: 'failed', error } }));
          throw error;
        },
      );
    const once = new AskOnce(ask, { pausesMs: retryPausesMs });
    void once.ask();
    onPush(() => void once.again(), closing.signal);
    closing.signal.addEventListener('abort', () => once.stop());
    return () => closing.abort();
  }, [question, onPush]);
  return [known?.of === question ? known.asked : underWay, tell];
}

/** What is known, where a view shows nothing without it. */
export const answerOf = <T>(asked: Asked<T>): T | undefined => (asked.state === 'told' ? asked.answer : undefined);
