import { checkEntry } from '#core/owned/watch-crossing.ts';
import { marketsOfAlert } from '#core/owned/watch-prices.ts';
import { minuteMs } from '#core/prices/age.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { offersOf, type TableRow } from '#core/prices/offer.ts';
import { quoteOf } from '#core/prices/quote.ts';
import { HttpError } from '#protocol/http.ts';
import {
  type ClientList,
  isSameAlert,
  mergeList,
  type PendingAlert,
  type PendingCrossing,
  type SentList,
  type WatchState,
} from '#relay/alerts/watch-state.ts';
import { freshOwn, marketsOfRules, type Offers, salesOf, toldOfItem } from '#relay/alerts/watched-offers.ts';

/** One extension: whose token or origin it shows, and the identifier that it gave itself. */
export interface ListClient {
  readonly owner: string;
  readonly device: string;
}

export const clientId = ({ owner, device }: ListClient): string => `${owner} ${device}`;

const maxLists = 50;
/** Lists of one token or origin; a new one takes the place of the oldest. */
const maxListsPerOwner = 10;
/** Extensions renew their list every day. One that does not for so many days is forgotten. */
const maxUnrenewedDays = 14;

/** Whose list it is. */
const ownerOf = (client: string): string => client.slice(0, client.lastIndexOf(' '));

/** The state with a client's list replaced; one without items and views is deleted. @throws HttpError 409 where there is no room */
export function withList(state: WatchState, { owner, device }: ListClient, sent: SentList, now: number): WatchState {
  const client = clientId({ owner, device });
  const { [client]: before, ...others } = state.lists;
  if (sent.items.length === 0 && !sent.views) return before ? { ...state, lists: others } : state;
  const lists = before ? others : withRoom(others, owner);
  return { ...state, lists: { ...lists, [client]: mergeList(before, sent, now) } };
}

/**
 * Makes room for one more list of an owner. Anybody on this machine can make up an origin, so where all places are taken
 * whoever has the most lists, and more than the newcomer would have, loses the oldest one.
 */
function withRoom(lists: WatchState['lists'], owner: string): WatchState['lists'] {
  const byOwner = Map.groupBy(Object.entries(lists), ([client]) => ownerOf(client));
  const own = byOwner.get(owner) ?? [];
  if (own.length >= maxListsPerOwner) return withoutOldest(lists, own);
  if (Object.keys(lists).length < maxLists) return lists;
  const most = [...byOwner.values()].reduce((found, one) => (one.length > found.length ? one : found), own);
  if (most.length <= own.length + 1) throw new HttpError(409, 'this relay keeps too many watch lists');
  return withoutOldest(lists, most);
}

function withoutOldest(lists: WatchState['lists'], candidates: readonly [string, ClientList][]) {
  const [[oldest] = ['']] = candidates.toSorted(([, one], [, other]) => one.renewedAt - other.renewedAt);
  const { [oldest]: _, ...rest } = lists;
  return rest;
}

/**
 * Counts a day on which prices were confirmed, and forgets lists that nobody has renewed for long. Days that were left out
 * do not count. Servers that disagree at midnight count once.
 */
export function withDay(state: WatchState, day: number): WatchState {
  if (day === state.day || day === state.day - 1) return state;
  const counted = Object.entries(state.lists).map(
    ([client, list]) => [client, { ...list, unrenewedDays: list.unrenewedDays + 1 }] as const,
  );
  const kept = counted.filter(([, { unrenewedDays }]) => unrenewedDays <= maxUnrenewedDays);
  return { ...state, day, lists: Object.fromEntries(kept) };
}

/** Without the lists of owners who may not use the relay any more, and without what waits to be told to nobody else. */
export function withoutUnknown(state: WatchState, isKnown: (owner: string) => boolean): WatchState {
  const entries = Object.entries(state.lists);
  const kept = entries.filter(([client]) => isKnown(ownerOf(client)));
  const lists = Object.fromEntries(kept);
  const pending = state.pending.filter(({ clients }) => clients.some((client) => Object.hasOwn(lists, client)));
  const isLess = kept.length < entries.length || pending.length < state.pending.length;
  return isLess ? { ...state, lists, pending } : state;
}

export interface CheckedPrices {
  readonly quotes: ReadonlyMap<string, TableRow>;
  readonly offers: Offers;
  /** The time of the prices, ms since 1970. */
  readonly asOf: number;
}

export const watchedNames = ({ lists }: WatchState): readonly string[] => [
  ...new Set(Object.values(lists).flatMap(({ items }) => items.map(({ name }) => name))),
];

export const comparedBy = ({ markets }: ClientList): readonly MarketId[] => markets ?? referenceMarkets;

/** The names whose alerts need markets' own data, and those markets; each once. */
export function watchedOffers({ lists }: WatchState) {
  const ofViews = Object.values(lists).flatMap((list) => (list.views ? comparedBy(list) : []));
  const needs = Object.values(lists).flatMap((list) => {
    const selling = list.sale ? marketsOfRules(list.sale) : [];
    return list.items.flatMap(({ name, alert }) => {
      const markets = [...selling, ...(alert ? [...marketsOfAlert(alert, comparedBy(list)), ...referenceMarkets] : [])];
      return markets.length > 0 ? [{ name, markets }] : [];
    });
  });
  return {
    names: [...new Set(needs.map(({ name }) => name))],
    markets: [...new Set([...ofViews, ...needs.flatMap(({ markets }) => markets)])],
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
  const crossed = new Map<string, PendingCrossing>();
  const hour = Math.floor(now / 3_600_000);
  const counts: Record<string, number> = state.told.hour === hour ? { ...state.told.counts } : {};
  const lists = Object.entries(state.lists).map(([client, list]) => {
    const times = { asOf, now, staleAfterMs: list.staleMinutes * minuteMs };
    const compared = comparedBy(list);
    const items = list.items.map((entry) => {
      const { name, alert } = entry;
      const row = quotes.get(name);
      const sales = list.sale && salesOf(name, list.sale, offers, { ...times, row });
      const needed = alert ? marketsOfAlert(alert, compared) : [];
      const quote = row && quoteOf(row, asOf, (market) => freshOwn(market, name, offers, times));
      const others = offersOf(needed, toldOfItem(name, offers, { row, asOf }, list.coinUsd));
      const found = { quote, ...sales, offers: others };
      const { entry: after, crossing } = checkEntry(entry, { ...found, compared, ...times });
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
  const pending = withPending(state.pending, [...crossed.values()]);
  return { ...state, lists: Object.fromEntries(lists), seenAsOf: asOf, pending, told: { hour, counts } };
}

/** Crossings of one owner's lists an hour. */
const maxAlertsPerHour = 30;

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

export const withPending = (before: readonly PendingAlert[], more: readonly PendingAlert[]): PendingAlert[] =>
  [...before, ...more].slice(-maxPending);
