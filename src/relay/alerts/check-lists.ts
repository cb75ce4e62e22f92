import { isObject } from '#core/guards.ts';
import type { Quote } from '#core/quote.ts';
import { checkEntry } from '#core/watch-crossing.ts';
import { isPartnerRow } from '#protocol/row-check.ts';
import type { PendingAlert } from '#relay/alerts/alert-message.ts';
import type { WatchState } from '#relay/alerts/watch-state.ts';

/**
 * Checks every list against the partner feed by the extension's own rule (src/core/watch-crossing.ts). Data older than
 * the newest checked ones change nothing, as in the extension; then the same state is returned.
 * @param body the parsed body of `/api/get-partner-prices`
 * @param asOf the time of the prices, ms since 1970
 */
export function checkLists(state: WatchState, body: unknown, asOf: number, now: number): WatchState {
  const seen = state.seenAsOf <= now ? state.seenAsOf : 0;
  if (!isObject(body) || asOf < seen) return state;
  const crossed = new Map<string, PendingAlert>();
  const lists = Object.entries(state.lists).map(([client, list]) => {
    const staleAfterMs = list.staleMinutes * 60_000;
    const items = list.items.map((entry) => {
      const quote = toQuote(Object.hasOwn(body, entry.name) ? body[entry.name] : undefined);
      const { entry: after, crossing } = checkEntry(entry, { quote, asOf, now, staleAfterMs });
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

/** A row's prices as the extension's table keeps them: 0 and `null` mean none. */
function toQuote(row: unknown): Quote | undefined {
  if (!isPartnerRow(row)) return undefined;
  return {
    ...(row.price_buff && { buff163: row.price_buff }),
    ...(row.price_uu && { youpin: row.price_uu }),
    ...(row.price_csfloat && { csfloat: row.price_csfloat }),
    inflated: row.is_inflated ?? false,
  };
}
