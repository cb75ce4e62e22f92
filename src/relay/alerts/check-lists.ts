import { checkEntry } from '#core/owned/watch-crossing.ts';
import type { WatchListEntry } from '#core/owned/watch-list.ts';
import { marketsOfAlert } from '#core/owned/watch-prices.ts';
import { minuteMs } from '#core/prices/age.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { type Quote, withOwnPrices } from '#core/prices/quote.ts';
import { ownerOf } from '#relay/alerts/client-lists.ts';
import { type ClientList, isSameAlert, type PendingAlert, type WatchState } from '#relay/alerts/watch-state.ts';
import { freshOwn, marketsOfRules, type Offers, offersOn, saleExit } from '#relay/alerts/watched-offers.ts';

export interface CheckedPrices {
  readonly quotes: ReadonlyMap<string, Quote>;
  readonly offers: Offers;
  /** The time of the prices, ms since 1970. */
  readonly asOf: number;
}

export const watchedNames = ({ lists }: WatchState): readonly string[] => [
  ...new Set(Object.values(lists).flatMap(({ items }) => items.map(({ name }) => name))),
];

const comparedBy = ({ markets }: ClientList): readonly MarketId[] => markets ?? referenceMarkets;

/** The names whose alerts need markets' own data, and those markets; each once. */
export function watchedOffers({ lists }: WatchState) {
  const needs = Object.values(lists).flatMap((list) => {
    const selling = list.sale ? marketsOfRules(list.sale) : [];
    return list.items.flatMap(({ name, alert }) => {
      const markets = [...selling, ...(alert ? [...marketsOfAlert(alert, comparedBy(list)), ...referenceMarkets] : [])];
      return markets.length > 0 ? [{ name, markets }] : [];
    });
  });
  return {
    names: [...new Set(needs.map(({ name }) => name))],
    markets: [...new Set(needs.flatMap(({ markets }) => markets))],
  };
}

/**
 * Checks every list by the extension's own rule (src/core/owned/watch-crossing.ts). Data older than the newest checked ones
 * change nothing, as in the extension; then the same state is returned.
 */
export function checkLists(
  state: WatchState,
  { quotes, offers, asOf }: CheckedPrices,
  now: number,
  mostAnHour = maxAlertsPerHour,
): WatchState {
  const seen = state.seenAsOf <= now ? state.seenAsOf : 0;
  if (asOf < seen) return state;
  const crossed = new Map<string, PendingAlert>();
  const hour = Math.floor(now / 3_600_000);
  const counts: Record<string, number> = state.told.hour === hour ? { ...state.told.counts } : {};
  const lists = Object.entries(state.lists).map(([client, list]) => {
    const times = { asOf, now, staleAfterMs: list.staleMinutes * minuteMs };
    const compared = comparedBy(list);
    const items = list.items.map((entry) => {
      const { name, alert } = entry;
      const told = quotes.get(name);
      const exit = list.sale && saleExit(name, list.sale, offers, { ...times, quote: told });
      const needed = alert ? marketsOfAlert(alert, compared) : [];
      const quote = told && withOwnPrices(told, asOf, (market) => freshOwn(market, name, offers, times));
      const found = { quote, exit, offers: offersOn(needed, name, offers, list.coinUsd, { quote: told, asOf }) };
      const { entry: after, crossing } = checkEntry(entry, { ...found, compared, ...times });
      if (isExitUnknown(entry, after, list, offers)) return entry;
      if (!crossing) return after;
      const owner = ownerOf(client);
      const count = counts[owner] ?? 0;
      // It stays armed, and is told in the next hour if it is still met.
      if (count >= mostAnHour) return entry;
      counts[owner] = count + 1;
      // Several devices of one user may watch for the same.
      const key = JSON.stringify([crossing.name, crossing.alert]);
      crossed.set(key, { crossing, asOf: crossing.asOf, clients: [...(crossed.get(key)?.clients ?? []), client] });
      return after;
    });
    return [client, { ...list, items }] as const;
  });
  const pending = [...state.pending, ...crossed.values()].slice(-maxPending);
  return { ...state, lists: Object.fromEntries(lists), seenAsOf: asOf, pending, told: { hour, counts } };
}

/** Crossings of one owner's lists an hour. */
const maxAlertsPerHour = 30;

/** A market whose data have not come yet may still leave what was told: that is no reason to tell it again. */
const isExitUnknown = (before: WatchListEntry, after: WatchListEntry, { sale }: ClientList, offers: Offers): boolean =>
  before.alert?.kind === 'exit' &&
  before.reached !== undefined &&
  after.reached === undefined &&
  !(sale ? marketsOfRules(sale) : []).every((market) => offers.has(market));

/**
 * The state in which a client's new and changed alerts that are met by prices at hand are taken for told, as the extension
 * takes them.
 */
export function withoutMet(
  state: WatchState,
  client: string,
  before: WatchState,
  prices: CheckedPrices,
  now: number,
): WatchState {
  const { [client]: list } = state.lists;
  if (!list) return state;
  const known = new Map(before.lists[client]?.items.map((entry) => [entry.name, entry]));
  const alone = { ...state, lists: { [client]: list }, pending: [], told: { hour: 0, counts: {} } };
  const checked = new Map(
    checkLists(alone, prices, now, Infinity).lists[client]?.items.map((entry) => [entry.name, entry]),
  );
  const items = list.items.map((entry) => {
    const own = known.get(entry.name);
    return own && isSameAlert(own, entry) ? entry : (checked.get(entry.name) ?? entry);
  });
  return { ...state, lists: { ...state.lists, [client]: { ...list, items } } };
}

/** Alerts that wait to be told; of more, the oldest are dropped. */
const maxPending = 200;
