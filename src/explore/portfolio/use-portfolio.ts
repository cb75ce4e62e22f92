import { useCallback, useMemo, useState } from 'preact/hooks';
import { createMutex } from '#core/asks/concurrency.ts';
import { rateOf } from '#core/money/rates.ts';
import { atTodaysRates, type Portfolio, type Sale, typedCurrencies } from '#core/owned/portfolio.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { PageProps } from '#explore/state/use-items.ts';
import type { PortfolioAnswer } from '#protocol/own-page-messages.ts';
import { useAtPush } from '#ui/pages/use-answer.ts';
import { text } from '#ui/words/text.ts';

/** A portfolio whose sales are known. */
export interface KnownPortfolio extends Portfolio {
  readonly sales: readonly Sale[];
}

export type ChangePortfolio = (change: (stored: KnownPortfolio) => Portfolio) => Promise<boolean>;

/** The portfolio, loaded at first and again on each push of the worker. */
export function usePortfolio({ ask, onPush }: Pick<ExploreDeps, 'ask' | 'onPush'>) {
  /** `undefined` until the worker has answered. */
  const [answer, setAnswer] = useState<PortfolioAnswer>();
  const [problem, setProblem] = useState('');
  const [inTurn] = useState(createMutex);
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
  const load = useCallback(() => void show(ask('portfolio', {})), [ask]);
  useAtPush(onPush, load);
  /** Changes the portfolio as it is stored now: another page may have changed it. Returns whether it was saved. */
  const change: ChangePortfolio = (update) =>
    inTurn(() => show(ask('portfolio', {}).then((stored) => ask('portfolio-set', update(stored)))));
  return { answer, problem, change };
}

/** The portfolio by today's rates of the currencies in which its amounts were typed, and those rates. */
export const useTodaysRates = (
  answer: PortfolioAnswer | undefined,
  { settings: { rates: own }, items: { dated }, minute }: Pick<PageProps, 'settings' | 'items' | 'minute'>,
) =>
  useMemo(() => {
    if (!answer) return undefined;
    const rateNow = (code: string) => rateOf(code, { dated, own, coinUsd: null }, minute);
    const used = typedCurrencies(answer).flatMap((code) => rateNow(code) ?? []);
    return { used, answer: { ...answer, ...atTodaysRates(answer, rateNow) } };
  }, [answer, dated, own, minute]);
