import { useCallback, useMemo, useState } from 'preact/hooks';
import { createMutex } from '#core/asks/concurrency.ts';
import { type RateDays, rateOf, shownRate } from '#core/money/rates.ts';
import { amountsOfThen, type Holding, isSameHolding, type Portfolio, type Sale, usdBy } from '#core/owned/portfolio.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { PageProps } from '#explore/state/use-items.ts';
import { answerOf, useAsked } from '#ui/pages/use-asked.ts';
import { useOnce } from '#ui/pages/use-once.ts';
import { text } from '#ui/words/text.ts';

export type ChangePortfolio = (change: (stored: Portfolio) => Portfolio) => Promise<boolean>;

export function usePortfolio({ ask, onPush }: Pick<ExploreDeps, 'ask' | 'onPush'>) {
  const question = useCallback(() => ask('portfolio', {}), [ask]);
  const { asked, tell } = useAsked(question, onPush);
  const [refused, setRefused] = useState('');
  const [inTurn] = useState(createMutex);
  /** Changes the portfolio as it is stored now: another page may have changed it. Returns whether it was saved. */
  const change: ChangePortfolio = (update) =>
    inTurn(() => question().then((stored) => ask('portfolio-set', update(stored)))).then(
      (after) => {
        tell(after);
        setRefused('');
        return true;
      },
      (error: unknown) => {
        setRefused(text('portfolioTrouble', String(error)));
        return false;
      },
    );
  const lost = asked.state === 'failed' ? text('portfolioTrouble', String(asked.error)) : '';
  return { answer: answerOf(asked), problem: refused || lost, change };
}

/** `shown`: today's of the user's own currency; `used`: of that, and of those that have to be taken by today's. */
export function useRates(
  answer: Portfolio | undefined,
  { deps: { ask }, settings, items: { dated }, minute }: Pick<PageProps, 'deps' | 'settings' | 'items' | 'minute'>,
) {
  const days = usePastRates(ask, answer, shownRate(settings, dated, minute).code);
  return useMemo(() => {
    if (!answer) return undefined;
    const rateNow = (code: string) => rateOf(code, { dated, own: settings.rates, coinUsd: null }, minute);
    const shown = shownRate(settings, dated, minute);
    const ofThen = amountsOfThen(shown.code, days, settings.rates);
    const codes = [...new Set([shown.code, ...ofThen.currencies(answer)])];
    const used = codes.flatMap((code) => (code === 'USD' ? [] : (rateNow(code) ?? [])));
    return { used, answer, shown, usdOf: usdBy(rateNow), ofThen, days };
  }, [answer, dated, settings, minute, days]);
}

const noDays: RateDays = {};

/** Asked for only where amounts of a past day have to be converted. */
function usePastRates(ask: ExploreDeps['ask'], answer: Portfolio | undefined, own: string): RateDays {
  const isNeeded = answer && [own, ...amountsOfThen(own).currencies(answer)].some((code) => code !== 'USD');
  const question = useCallback(() => ask('past-rates', {}), [ask]);
  return useAsked(isNeeded ? question : undefined).last ?? noDays;
}

/** The place of an entry: the one where it was seen, or wherever it is now; −1: nowhere. */
const placeOf = (all: readonly Holding[], wanted: Holding, at: number): number =>
  isSameHolding(all[at], wanted) ? at : all.findIndex((one) => isSameHolding(one, wanted));

/** Removes an entry, and puts the one that was removed last back where it was. */
export function useRemoval({ items: shown }: Portfolio, change: ChangePortfolio) {
  const [removed, setRemoved] = useState<{ readonly holding: Holding; readonly at: number }>();
  const once = useOnce();
  const remove = async (at: number) => {
    const holding = shown[at];
    if (holding && (await change((stored) => withoutHolding(stored, holding, at)))) setRemoved({ holding, at });
  };
  const putBack = async () => {
    const back = ({ items, sales }: Portfolio) =>
      removed ? { items: items.toSpliced(removed.at, 0, removed.holding), sales } : { items, sales };
    if (removed && (await change(back))) setRemoved(undefined);
  };
  return { removed: removed?.holding.name, remove: (at: number) => void remove(at), putBack: () => once(putBack) };
}

function withoutHolding({ items, sales }: Portfolio, holding: Holding, at: number): Portfolio {
  const place = placeOf(items, holding, at);
  return { items: items.filter((_, index) => index !== place), sales };
}

/** Sells a part of an entry, or all of it. An entry that is gone is not sold. */
export function withSale({ items, sales }: Portfolio, holding: Holding, at: number, sale: Sale): Portfolio {
  const place = placeOf(items, holding, at);
  if (place < 0) return { items, sales };
  const left = items.slice(place, place + 1).map((one) => ({ ...one, count: one.count - sale.count }));
  return {
    items: items.toSpliced(place, 1, ...left.filter(({ count }) => count > 0)),
    sales: [...sales, sale],
  };
}

export function withoutSale({ items, sales }: Portfolio, sale: Sale, at: number): Portfolio {
  const isIt = (one: Sale | undefined) => isSameHolding(one, sale) && one?.soldAt === sale.soldAt;
  const place = isIt(sales[at]) ? at : sales.findIndex(isIt);
  if (place < 0) return { items, sales };
  const { received, soldAt, ...held } = sale;
  return { items: [...items, held], sales: sales.toSpliced(place, 1) };
}
