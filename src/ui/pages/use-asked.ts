import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';

/** What is known of an answer. A view must say what it does while there is none. */
export type Asked<T> =
  | { readonly state: 'under way' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'told'; readonly answer: T };

const underWay = { state: 'under way' } as const;

export type OnPush = (listener: () => void, signal: AbortSignal) => void;

/** An answer stays until the next, never for another question. @param question settles; the same while it asks the same */
export function useAsked<T>(question: (() => Promise<T>) | undefined, onPush?: OnPush) {
  const [known, setKnown] = useState<{ readonly of: typeof question; readonly asked: Asked<T> }>();
  const asking = useRef<AskOnce<T> | undefined>(undefined);
  const told = useRef(0);
  const last = useRef<T | undefined>(undefined);
  // A layout effect asks before the view is painted.
  useLayoutEffect(() => {
    if (!question) return undefined;
    const closing = new AbortController();
    const ask = async () => {
      const before = told.current;
      const mayShow = () => !closing.signal.aborted && before === told.current;
      try {
        const answer = await question();
        if (mayShow()) setKnown({ of: question, asked: { state: 'told', answer } });
        return answer;
      } catch (error) {
        const isTold = (other: typeof known) => other?.of === question && other.asked.state === 'told';
        if (mayShow())
          setKnown((other) => (isTold(other) ? other : { of: question, asked: { state: 'failed', error } }));
        throw error;
      }
    };
    const once = new AskOnce(ask, { pausesMs: retryPausesMs });
    asking.current = once;
    void once.ask();
    onPush?.(() => void once.again(), closing.signal);
    return () => {
      closing.abort();
      once.stop();
    };
  }, [question, onPush]);
  const asked = question && known?.of === question ? known.asked : underWay;
  if (asked.state === 'told') last.current = asked.answer;
  return {
    asked,
    /** The newest answer, also to a question before this one. */
    last: last.current,
    /** Takes an answer that came with a change. One that was asked for before is dropped. */
    tell: (answer: T) => {
      told.current += 1;
      setKnown({ of: question, asked: { state: 'told', answer } });
    },
    again: useCallback(() => void asking.current?.again(), []),
  };
}

/** What is known, where a view shows nothing without it. */
export const answerOf = <T>(asked: Asked<T>): T | undefined => (asked.state === 'told' ? asked.answer : undefined);
