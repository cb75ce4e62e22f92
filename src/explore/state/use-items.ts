import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { oneAtATime } from '#core/asks/concurrency.ts';
import { shownRate } from '#core/money/exchange.ts';
import type { DatedRates, Rate } from '#core/money/rates.ts';
import { minuteMs } from '#core/prices/age.ts';
import { staleAfterMs } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import { foundRows } from '#data/search/search.ts';
import type { SearchIndex } from '#data/search/search-index.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import { emptyTable } from '#explore/data/item-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { createRowModel, type RowModel } from '#explore/rows/row-model.ts';
import type { UserLimits } from '#explore/rows/row-parts.ts';
import { type Selection, selectRows } from '#explore/rows/select-rows.ts';
import type { ExploreView } from '#explore/state/view.ts';

/** A load reports a part for each market, and each part changes all rows. The page is painted before the next one. */
const untilNextPart = (end: () => void): void => {
  requestAnimationFrame(() => setTimeout(end, 250));
};

/** Time until a load that failed is asked for again, ms. */
const retryMs = 5000;

/** Everything that the extension has stored, loaded again after each push of the worker. */
export function useItems({ source, onPush, rates }: ExploreDeps, settings: Settings): LoadState & DatedState {
  const [state, setState] = useState<LoadState>({ table: emptyTable, isComplete: false, problem: '' });
  const [dated, setDated] = useState<DatedRates | null>(null);
  const request = JSON.stringify([settings.markets, settings.coinUsd]);
  // A layout effect asks before the page is painted.
  useLayoutEffect(() => {
    const { markets, coinUsd } = settings;
    const closing = new AbortController();
    const show = paced((next: LoadState) => {
      if (!closing.signal.aborted) setState(next);
    }, untilNextPart);
    const loadRates = () => void rates().then(setDated, () => undefined);
    let isFirst = true;
    // A load ends before the next begins: while markets come, pushes come faster than a slow machine loads.
    const load = oneAtATime(
      () =>
        new Promise((resolve) => {
          const showsParts = isFirst;
          isFirst = false;
          loadRates();
          source.load({ markets, coinUsd }, (next) => {
            // New prices replace the table at once: rows of a table that is half loaded would jump.
            if (showsParts || next.isComplete) show(next);
            if (next.problem) againSoon();
            if (next.isComplete) resolve();
          });
        }),
    );
    const againSoon = () => {
      const timer = setTimeout(() => void load(), retryMs);
      closing.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    };
    void load();
    onPush(() => void load(), closing.signal);
    return () => closing.abort();
  }, [source, onPush, rates, request]);
  return { ...state, dated };
}

/** The exchange rates; `null` without any. */
export interface DatedState {
  readonly dated: DatedRates | null;
}

/** The time in whole minutes, ms since the epoch. */
export function useMinute(now: () => number): number {
  const [minute, setMinute] = useState(() => Math.floor(now() / minuteMs) * minuteMs);
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(now() / minuteMs) * minuteMs), 10_000);
    return () => clearInterval(timer);
  }, [now]);
  return minute;
}

/** The rate of the currency in which prices are shown. @param now ms since the epoch */
export const currencyRate = (settings: Settings, { dated }: DatedState, now: number): Rate =>
  shownRate(settings, dated, now);

/** What the settings say about rows. */
export const limitsOf = (settings: Settings): UserLimits => ({
  fees: settings.fees.confirmed ? settings.fees.markets : undefined,
  maxAgeMs: staleAfterMs(settings),
  minLiquidity: settings.deals.minLiquidity,
  minOffers: settings.exit.minCount,
  selling: settings.exit.markets,
});

/** The rows of a view. The model stays while only texts and limits of values change. */
export function useRows(
  { table }: LoadState,
  view: ExploreView,
  limits: UserLimits,
  { minute, found }: { readonly minute: number; readonly found: Uint8Array | undefined },
): { readonly model: RowModel; readonly selection: Selection } {
  const { kind, rules, filters, sorting } = view;
  const key = JSON.stringify([kind, rules, limits]);
  const model = useMemo(() => createRowModel(table, { kind, rules }, limits, minute), [table, key, minute]);
  const selection = useMemo(
    () => selectRows(model, { filters, sorting, found }),
    [model, found, JSON.stringify([filters, sorting])],
  );
  return { model, selection };
}

/**
 * The rows that the text finds among the names of the table. The worker builds the index at the first letter, which takes
 * a moment: until then, all rows stay.
 */
export function useFound(
  { source }: Pick<ExploreDeps, 'source'>,
  query: string,
  names: readonly string[],
): Uint8Array | undefined {
  const [index, setIndex] = useState<SearchIndex>();
  const isSearching = query !== '';
  // A layout effect asks before the letter is painted.
  useLayoutEffect(() => {
    if (isSearching && index?.names !== names) source.index(names).then(setIndex, () => undefined);
  }, [source, isSearching, names]);
  return useMemo(() => (isSearching && index ? foundRows(index, query) : undefined), [index, query]);
}

/**
 * Calls `show` with the first value at once, and from then on with the latest one after each pause.
 * @param pause calls its argument when the next value may be shown
 */
function paced<T>(show: (value: T) => void, pause: (end: () => void) => void): (value: T) => void {
  let waiting: (() => void) | undefined;
  let isPausing = false;
  const take = (run: () => void) => {
    waiting = undefined;
    isPausing = true;
    pause(() => {
      isPausing = false;
      if (waiting) take(waiting);
    });
    run();
  };
  return (value) => {
    if (isPausing) waiting = () => show(value);
    else take(() => show(value));
  };
}
