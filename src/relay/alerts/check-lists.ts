import { setImmediate } from 'node:timers/promises';
import { type Crossing, checkEntry } from '#core/owned/watch-crossing.ts';
import type { WatchAlert, WatchListEntry } from '#core/owned/watch-list.ts';
import { marketsOfAlert, type PriceObservation } from '#core/owned/watch-prices.ts';
import { minuteMs } from '#core/prices/age.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { offersOf } from '#core/prices/offer.ts';
import type { AlertState } from '#relay/alerts/alert-state.ts';
import { type ClientList, comparedBy, isSameAlert } from '#relay/alerts/sent-list.ts';
import {
  freshOwn,
  marketsOfRules,
  salesOf,
  type ToldItem,
  type ToldPrices,
  toldItem,
} from '#relay/alerts/told-items.ts';
import { ownerOf, type WaitingLine, withWaiting } from '#relay/alerts/waiting-lines.ts';
import { errorCode } from '#relay/error-code.ts';

const needs = new WeakMap<ClientList, ReadonlySet<MarketId>>();

export function marketsOfList(list: ClientList): ReadonlySet<MarketId> {
  const known = needs.get(list);
  if (known) return known;
  const alerts = list.items.flatMap(({ alert }) => alert ?? []);
  const looked = alerts.flatMap((alert) => marketsOfAlert(alert, comparedBy(list)));
  const selling = alerts.length > 0 && list.sale ? marketsOfRules(list.sale) : [];
  const own = alerts.length > 0 ? referenceMarkets : [];
  const found = new Set([...looked, ...selling, ...own]);
  needs.set(list, found);
  return found;
}

export const watchedMarkets = ({ lists }: AlertState): readonly MarketId[] => [
  ...new Set([...lists.values()].flatMap((list) => [...marketsOfList(list), ...(list.views ? comparedBy(list) : [])])),
];

/** By the extension's own rule; an alert that may not tell stays. Returns the same list if nothing changed. */
function checkList(list: ClientList, prices: ToldPrices, now: number, mayTell: (crossing: Crossing) => boolean) {
  const items = list.items.map((entry) => {
    const { name, alert } = entry;
    if (!alert) return entry;
    const { entry: after, crossing } = checkEntry(entry, observe(list, alert, toldItem(prices, name), now));
    return crossing && !mayTell(crossing) ? entry : after;
  });
  return items.every((entry, at) => entry === list.items[at]) ? list : { ...list, items };
}

function observe(list: ClientList, alert: WatchAlert, item: ToldItem, now: number): PriceObservation {
  const times = { now, staleAfterMs: list.staleMinutes * minuteMs };
  const compared = comparedBy(list);
  const { row, asOf } = item.table;
  const sales = list.sale && salesOf(item, list.sale, times);
  return {
    ...times,
    asOf,
    compared,
    offers: [
      ...offersOf(referenceMarkets, {
        table: { row, asOf },
        // What the table does not have is unknown, as in the extension.
        own: (market) => (row ? freshOwn(item, market, times) : undefined),
      }),
      ...offersOf(marketsOfAlert(alert, compared), { ...item, coinUsd: list.coinUsd }),
    ],
    saleOn: sales?.saleOn,
    // Most alerts are not met, and need none.
    get exit() {
      return sales?.exit();
    },
  };
}

/** Crossings of one owner's lists an hour. */
const maxAlertsPerHour = 30;

export const toldNow = ({ told }: AlertState, now: number): AlertState['told'] => {
  const hour = Math.floor(now / 3_600_000);
  return told.hour === hour ? told : { hour, alerts: {}, rows: {} };
};

/** One after the other, so that prices need not wait. Older data than the newest checked ones change nothing. */
export async function checkLists(
  state: AlertState,
  clients: readonly string[],
  prices: ToldPrices,
  now: number,
  isConcerned: (list: ClientList) => boolean,
  reportProblem: (problem: string, code: string) => void,
): Promise<AlertState> {
  const { asOf } = prices.table;
  if (asOf < (state.seenAsOf <= now ? state.seenAsOf : 0)) return state;
  const told = toldNow(state, now);
  const counts = new Map(Object.entries(told.alerts));
  const crossed: WaitingLine[] = [];
  const lists = new Map(state.lists);
  for (const client of clients) {
    const list = state.lists.get(client);
    const owner = ownerOf(client);
    const mayTell = (crossing: Crossing) => {
      const count = counts.get(owner) ?? 0;
      // It stays armed, and is told in the next hour if it is still met.
      if (count >= maxAlertsPerHour) return false;
      counts.set(owner, count + 1);
      crossed.push({ crossing, asOf: crossing.asOf, clients: [client] });
      return true;
    };
    try {
      if (!list || !isConcerned(list)) continue;
      lists.set(client, checkList(list, prices, now, mayTell));
    } catch (error) {
      reportProblem('a watch list could not be checked', errorCode(error));
    }
    await setImmediate();
  }
  const isSame = crossed.length === 0 && clients.every((client) => state.lists.get(client) === lists.get(client));
  if (isSame && state.seenAsOf === asOf) return state;
  const checked = { ...state, lists, seenAsOf: asOf };
  // What all are told is large, and is written as a whole when anything of it changes.
  if (crossed.length === 0) return checked;
  const pending = withWaiting(state.pending, crossed);
  return { ...checked, pending, told: { ...told, alerts: Object.fromEntries(counts) } };
}

/** The list of which new and changed alerts that prices at hand meet are taken for told, as the extension takes them. */
export function withoutMet(list: ClientList, before: ClientList | undefined, prices: ToldPrices, now: number) {
  const known = new Map(before?.items.map((entry) => [entry.name, entry]));
  const isNew = (entry: WatchListEntry): boolean => {
    const own = known.get(entry.name);
    return !own || !isSameAlert(own, entry);
  };
  const fresh = checkList({ ...list, items: list.items.filter(isNew) }, prices, now, () => true);
  const checked = new Map(fresh.items.map((entry) => [entry.name, entry]));
  return { ...list, items: list.items.map((entry) => checked.get(entry.name) ?? entry) };
}
