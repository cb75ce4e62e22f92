import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { oneAtATime } from '#core/asks/concurrency.ts';
import { minuteMs } from '#core/prices/age.ts';
import { limitsOf } from '#core/rows/column-values.ts';
import { emptyTable } from '#core/rows/item-table.ts';
import { createRowModel, type RowModel } from '#core/rows/row-model.ts';
import { type ExploreView, firstView } from '#core/rows/view.ts';
import { foundRows } from '#core/search/search.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { useAsked } from '#ui/pages/use-asked.ts';

/** Time until a load that failed is asked for again, ms. */
const retryMs = 5000;

/** Everything that the extension has stored, loaded again after each push of the worker. */
export function useItems({ ask, source, onPush, rates }: ExploreDeps, settings: Settings) {
  const [state, setState] = useState<LoadState>({ table: emptyTable, isComplete: false, problem: '' });
  const { last: dated = null } = useAsked(rates, onPush);
  const request = JSON.stringify([settings.markets, settings.coinUsd]);
  // A layout effect asks before the page is painted.
  useLayoutEffect(() => {
    const { markets, coinUsd } = settings;
    const closing = new AbortController();
    const show = (next: LoadState) => {
      if (!closing.signal.aborted) setState(next);
    };
    let isFirst = true;
    // A load ends before the next begins: while markets come, pushes come faster than a slow machine loads.
    const load = oneAtATime(
      () =>
        new Promise((resolve) => {
          const showsParts = isFirst;
          isFirst = false;
          source.load({ markets, coinUsd }, (next) => {
            const isEmpty = next.isComplete && !next.problem && next.table.names.length === 0;
            // Without any prices, the first may be on their way. The load after their check tells.
            if (isEmpty && showsParts) void ask('first-check', {}).then(load, load);
            // New prices replace the table at once: rows of a table that is half loaded would jump.
            else if (showsParts || next.isComplete) show(next);
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
  }, [ask, source, onPush, request]);
  return { ...state, dated };
}

export interface PageProps {
  readonly deps: ExploreDeps;
  readonly settings: Settings;
  readonly items: ReturnType<typeof useItems>;
  /** The time in whole minutes, ms since the epoch. */
  readonly minute: number;
  readonly onOpen: (name: string) => void;
}

export function useMinute(now: () => number): number {
  const [minute, setMinute] = useState(() => Math.floor(now() / minuteMs) * minuteMs);
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(now() / minuteMs) * minuteMs), 10_000);
    return () => clearInterval(timer);
  }, [now]);
  return minute;
}

/** The rows of a view, of all items without one. The model stays while only texts and limits of values change. */
export function useRowModel(
  { settings, items: { table }, minute }: PageProps,
  { kind, rules }: Pick<ExploreView, 'kind' | 'rules'> = firstView('all'),
): RowModel {
  const limits = limitsOf(settings);
  const key = JSON.stringify([kind, rules, limits]);
  return useMemo(() => createRowModel(table, { kind, rules }, limits, minute), [table, key, minute]);
}

/** The worker builds the index at the first letter, which takes a moment: until then, all rows stay. */
export function useFound({ source }: Pick<ExploreDeps, 'source'>, query: string, names: readonly string[]) {
  const isSearching = query !== '';
  const question = useMemo(() => (isSearching ? () => source.index(names) : undefined), [source, isSearching, names]);
  const { last: index } = useAsked(question);
  return useMemo(() => (isSearching && index ? foundRows(index, query) : undefined), [index, query]);
}
