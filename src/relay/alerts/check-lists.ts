import type { Quote } from '#core/quote.ts';
import { checkEntry } from '#core/watch-crossing.ts';
import type { PendingAlert } from '#relay/alerts/alert-message.ts';
import { marketsOfSale, type Offers, saleExit } from '#relay/alerts/sale-exits.ts';
import type { WatchState } from '#relay/alerts/watch-state.ts';

/** Prices that upstream has confirmed. */
export interface CheckedPrices {
  readonly quotes: ReadonlyMap<string, Quote>;
  readonly offers: Offers;
  /** The time of the prices, ms since 1970. */
  readonly asOf: number;
}

/** The names on all lists, each once. */
export const watchedNames = ({ lists }: WatchState): readonly string[] => [
  ...new Set(Object.values(lists).flatMap(({ items }) => items.map(({ name }) => name))),
];

/** The names on lists whose owners told where they sell, and those markets; each once. */
export function watchedSales({ lists }: WatchState) {
  const sales = Object.values(lists).flatMap(({ sale, items }) => (sale ? [{ sale, items }] : []));
  return {
    names: [...new Set(sales.flatMap(({ items }) => items.map(({ name }) => name)))],
    markets: [...new Set(sales.flatMap(({ sale }) => marketsOfSale(sale)))],
  };
}

/**
 * Checks every list by the extension's own rule (src/core/watch-crossing.ts). Data older than the newest checked ones
 * change nothing, as in the extension; then the same state is returned.
 */
export function checkLists(state: WatchState, { quotes, offers, asOf }: CheckedPrices, now: number): WatchState {
  const seen = state.seenAsOf <= now ? state.seenAsOf : 0;
  if (asOf < seen) return state;
  const crossed = new Map<string, PendingAlert>();
  const lists = Object.entries(state.lists).map(([client, list]) => {
    const staleAfterMs = list.staleMinutes * 60_000;
    const items = list.items.map((entry) => {
      const { name } = entry;
      const exit = list.sale && saleExit(name, list.sale, offers, { now, staleAfterMs });
      const { entry: after, crossing } = checkEntry(entry, { quote: quotes.get(name), exit, asOf, now, staleAfterMs });
      // Several devices of one user may watch for the same.
      if (crossing) {
        const key = JSON.stringify([crossing.name, crossing.alert]);
        crossed.set(key, { crossing, asOf, clients: [...(crossed.get(key)?.clients ?? []), client] });
      }
      return after;
    });
    return [client, { ...list, items }] as const;
  });
  const pending = [...state.pending, ...crossed.values()].slice(-maxPending);
  return { ...state, lists: Object.fromEntries(lists), seenAsOf: asOf, pending };
}

/** Alerts that wait to be told; of more, the oldest are dropped. */
const maxPending = 200;
