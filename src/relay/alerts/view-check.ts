import { compareRows } from '#core/rows/view-alerts.ts';
import { comparedBy, withPending } from '#relay/alerts/client-lists.ts';
import type { ListViews } from '#relay/alerts/view-lists.ts';
import type { FoundRows, ViewData } from '#relay/alerts/view-rows.ts';
import type { PendingAlert, WatchLists, WatchState } from '#relay/alerts/watch-state.ts';
import type { BodyProcessor } from '#relay/feeds/body-thread.ts';

interface ViewCheckDeps {
  readonly lists: WatchLists;
  readonly findViewRows: BodyProcessor['findViewRows'];
  /** The newest data; `undefined` before the first prices. */
  readonly data: () => ViewData | undefined;
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/** A refresh brings up to fourteen bodies within minutes, and a check takes a second a list. */
const pauseMs = 600_000;

/** Compares the saved views of all lists with the newest data, at most every ten minutes. */
export function createViewCheck({ lists, findViewRows, data, now, monotonicMs }: ViewCheckDeps) {
  let checkedAt = -Infinity;
  return async (): Promise<void> => {
    const newest = data();
    const withViews = Object.entries(lists.current().lists).flatMap(([client, { views }]) =>
      views ? [[client, views] as const] : [],
    );
    if (!newest || withViews.length === 0 || monotonicMs() - checkedAt < pauseMs) return;
    checkedAt = monotonicMs();
    for (const [client, views] of withViews) {
      const { [client]: list } = lists.current().lists;
      if (list?.views !== views) continue;
      const addresses = views.views.map(({ address }) => address);
      const terms = { addresses, limits: views.limits, markets: comparedBy(list), coinUsd: list.coinUsd };
      const own = new Map([...newest.own].filter(([market]) => terms.markets.includes(market)));
      const found = await findViewRows({ ...newest, own }, terms, now());
      await lists.change((state) => withViewRows(state, client, views, found, now()));
    }
  };
}

/**
 * The state with the rows that a list's views have now. New ones wait to be told.
 * @param views those that were compared: nothing is told of views that changed meanwhile
 */
function withViewRows(state: WatchState, client: string, views: ListViews, found: FoundRows, now: number): WatchState {
  const { [client]: list } = state.lists;
  if (list?.views !== views) return state;
  const news: PendingAlert[] = [];
  const compared = views.views.map((view, at) => {
    const rows = found[at];
    if (!rows || 'reason' in rows) return view;
    const basis = JSON.stringify([view.tells, list.markets, list.coinUsd, views.limits]);
    const { memory, ...fresh } = compareRows(view.memory, { address: view.address, basis }, rows, now);
    if (fresh.news.length > 0)
      news.push({ view: view.name, rows: [...fresh.news], more: fresh.more, clients: [client] });
    return { ...view, memory };
  });
  const lists = { ...state.lists, [client]: { ...list, views: { ...views, views: compared } } };
  return { ...state, lists, pending: withPending(state.pending, news) };
}
