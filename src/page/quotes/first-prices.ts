import { AskOnce } from '#core/asks/ask-once.ts';
import type { FetchQuotes } from '#page/quotes/quote-cache.ts';

export interface FirstPricesDeps {
  readonly fetchQuotes: FetchQuotes;
  /** Resolves when the worker has checked for the first prices. Rejects when the worker ends before. */
  readonly firstCheck: () => Promise<unknown>;
  readonly isAlive: () => boolean;
  readonly after: (work: () => void, ms: number) => void;
  readonly askAgain: () => void;
}

/** Pause before the next question, ms: the browser starts a new worker for it. */
const pauseMs = 500;

/**
 * Fetches prices. While there are none, waits for the first ones together with the worker: it pushes a message when they
 * come, but nothing when it ends during the download.
 */
export function withFirstPrices(deps: FirstPricesDeps): FetchQuotes {
  const onChange = () => {
    if (check.isLost && deps.isAlive()) deps.after(deps.askAgain, pauseMs);
  };
  const check = new AskOnce(deps.firstCheck, { onChange });
  return async (names) => {
    const answer = await deps.fetchQuotes(names);
    if (!answer.table && !answer.fault) check.need();
    return answer;
  };
}
