import { HttpError } from '#protocol/http-error.ts';
import { type ClientList, mergeList, type SentList, type WatchState } from '#relay/alerts/watch-state.ts';

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
export const ownerOf = (client: string): string => client.slice(0, client.lastIndexOf(' '));

/** The state with a client's list replaced; one without items is deleted. @throws HttpError 409 where there is no room */
export function withList(state: WatchState, { owner, device }: ListClient, sent: SentList, now: number): WatchState {
  const client = clientId({ owner, device });
  const { [client]: before, ...others } = state.lists;
  if (sent.items.length === 0) return before ? { ...state, lists: others } : state;
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
