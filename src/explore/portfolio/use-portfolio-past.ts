import { useEffect, useState } from 'preact/hooks';
import type { ReferenceMarket } from '#core/markets.ts';
import type { DailyPrices } from '#core/portfolio-past.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { maxHistories } from '#protocol/limits.ts';
import type { PortfolioPastAnswer } from '#protocol/portfolio-messages.ts';

/** The recorded prices of the portfolio's items as far as they are loaded. */
export interface LoadedPast {
  readonly prices: ReadonlyMap<string, DailyPrices>;
  /** The first recorded day, days since the epoch; `null`: not known. */
  readonly since: number | null;
  /** Why no more are loaded. */
  readonly failure: Exclude<PortfolioPastAnswer, { readonly state: 'found' }> | undefined;
}

const nothing: LoadedPast = { prices: new Map(), since: null, failure: undefined };

/** Asks for the past of items, a few at a time, and ends with the first failure or when the chart is closed. */
export function usePortfolioPast(
  ask: ExploreDeps['ask'],
  market: ReferenceMarket,
  names: readonly string[],
): LoadedPast {
  const [past, setPast] = useState(nothing);
  // The order changes with prices, and nothing has to be loaded again for that.
  const key = JSON.stringify(names.toSorted());
  useEffect(() => {
    let isOpen = true;
    const load = async () => {
      let loaded = nothing;
      for (let at = 0; at < names.length && isOpen && !loaded.failure; at += maxHistories) {
        loaded = await withNext(ask, market, names.slice(at, at + maxHistories), loaded);
        if (isOpen) setPast(loaded);
      }
    };
    setPast(nothing);
    void load();
    return () => {
      isOpen = false;
    };
  }, [ask, market, key]);
  return past;
}

async function withNext(
  ask: ExploreDeps['ask'],
  market: ReferenceMarket,
  names: readonly string[],
  { prices, since }: LoadedPast,
): Promise<LoadedPast> {
  const gone: PortfolioPastAnswer = { state: 'fault', fault: 'timeout' };
  const answer = await ask('portfolio-past', { market, names: [...names] }).catch(() => gone);
  if (answer.state !== 'found') return { prices, since, failure: answer };
  const added = names.map((name, at) => [name, answer.prices[at] ?? []] as const);
  return { prices: new Map([...prices, ...added]), since: since ?? answer.since, failure: undefined };
}
