import { useEffect, useState } from 'preact/hooks';
import type { Holding } from '#core/portfolio.ts';
import { createTurns } from '#core/turns.ts';
import type { PopupDeps } from '#popup/deps.ts';
import type { PortfolioAnswer } from '#protocol/portfolio-messages.ts';
import { text } from '#ui/text.ts';

/** The portfolio in the popup. */
export interface PortfolioState {
  /** `undefined` until the worker has answered. */
  readonly answer: PortfolioAnswer | undefined;
  /** The failure as a sentence; empty without one. */
  readonly problem: string;
  /** Changes the entries as they are stored now: another page may have changed them. Returns whether they were saved. */
  readonly change: ChangePortfolio;
}

type ChangePortfolio = (change: (items: readonly Holding[]) => readonly Holding[]) => Promise<boolean>;

/** The portfolio, loaded at first and again on each push of the worker. */
export function usePortfolio({ ask, onPush }: Pick<PopupDeps, 'ask' | 'onPush'>): PortfolioState {
  const [answer, setAnswer] = useState<PortfolioAnswer>();
  const [problem, setProblem] = useState('');
  const [inTurn] = useState(createTurns);
  const show = (pending: Promise<PortfolioAnswer>) =>
    pending.then(
      (after) => {
        setAnswer(after);
        setProblem('');
        return true;
      },
      (error: unknown) => {
        setProblem(text('portfolioTrouble', String(error)));
        return false;
      },
    );
  useEffect(() => {
    const load = () => void show(ask('portfolio', {}));
    const closing = new AbortController();
    load();
    onPush(load, closing.signal);
    return () => closing.abort();
  }, [ask, onPush]);
  const change: ChangePortfolio = (update) =>
    inTurn(() => show(ask('portfolio', {}).then(({ items }) => ask('portfolio-set', { items: [...update(items)] }))));
  return { answer, problem, change };
}
