import { useEffect, useState } from 'preact/hooks';
import type { Holding } from '#core/portfolio.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { PortfolioAnswer } from '#protocol/portfolio-messages.ts';
import { text } from '#ui/text.ts';

/** The portfolio in the popup. */
export interface PortfolioState {
  /** `undefined` until the worker has answered. */
  readonly answer: PortfolioAnswer | undefined;
  /** The failure as a sentence; empty without one. */
  readonly problem: string;
  /** Replaces all entries. */
  readonly set: (items: readonly Holding[]) => Promise<void>;
}

/** The portfolio, loaded at first and again on each push of the worker. */
export function usePortfolio({ ask, onPush }: Pick<PopupDeps, 'ask' | 'onPush'>): PortfolioState {
  const [answer, setAnswer] = useState<PortfolioAnswer>();
  const [problem, setProblem] = useState('');
  const show = (pending: Promise<PortfolioAnswer>) =>
    pending.then(
      (after) => {
        setAnswer(after);
        setProblem('');
      },
      (error: unknown) => setProblem(text('portfolioTrouble', String(error))),
    );
  useEffect(() => {
    const load = () => void show(ask('portfolio', {}));
    const closing = new AbortController();
    load();
    onPush(load, closing.signal);
    return () => closing.abort();
  }, [ask, onPush]);
  return { answer, problem, set: (items) => show(ask('portfolio-set', { items: [...items] })) };
}
