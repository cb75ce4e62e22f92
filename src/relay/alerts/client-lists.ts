import { lazy } from '#core/asks/lazy.ts';
import { HttpError } from '#protocol/http.ts';
import type { AlertState } from '#relay/alerts/alert-state.ts';
import { type ClientList, mergeList, type SentList } from '#relay/alerts/sent-list.ts';
import { ownerOf } from '#relay/alerts/waiting-lines.ts';

const megabyte = 1024 * 1024;

/** What lists may take, with the rows that their views remember. Of one owner a new one takes the place of the oldest. */
export const roomOf = (bytes: number) => ({ lists: 10_000, listsPerOwner: 10, bytesPerOwner: 2 * megabyte, bytes });

export type ListRoom = ReturnType<typeof roomOf>;

/** Extensions renew their list every day. One that does not for so many days is forgotten. */
const maxUnrenewedDays = 14;

/** What a view remembers, at most: 2,000 rows of some 28 bytes. */
const viewBytes = 56 * 1024;

const sizes = new WeakMap<ClientList, number>();

export function sizeOf(list: ClientList): number {
  const size = sizes.get(list) ?? JSON.stringify(list).length + (list.views?.views.length ?? 0) * viewBytes;
  sizes.set(list, size);
  return size;
}

type Entry = readonly [client: string, list: ClientList];

const bytesOf = (entries: readonly Entry[]): number => entries.reduce((sum, [, list]) => sum + sizeOf(list), 0);

/** The state with a client's list replaced; one without items and views is deleted. @throws HttpError 409 where there is no room */
export function withList(state: AlertState, client: string, sent: SentList, now: number, room: ListRoom): AlertState {
  const before = state.lists.get(client);
  if (sent.items.length === 0 && !sent.views) return withoutList(state, client);
  const list = mergeList(before, sent, { renewedAt: now, renewedDays: state.days });
  const others = [...state.lists].filter(([id]) => id !== client);
  // What an earlier relay with more room has left stays: taking it away one by one holds up everybody.
  const bytes = Math.max(room.bytes, bytesOf(others) + (before ? sizeOf(before) : 0));
  return {
    ...state,
    lists: new Map([...withRoom(others, ownerOf(client), sizeOf(list), { ...room, bytes }), [client, list]]),
  };
}

export function withoutList(state: AlertState, client: string): AlertState {
  if (!state.lists.has(client)) return state;
  return { ...state, lists: new Map([...state.lists].filter(([id]) => id !== client)) };
}

const toPile = (entries: readonly Entry[]) => ({
  lists: entries.toSorted(([, one], [, other]) => one.renewedAt - other.renewedAt),
  bytes: bytesOf(entries),
});

/** Anybody can make up an origin: in a full room whoever has most, and more than the newcomer, loses the oldest. */
function withRoom(entries: readonly Entry[], owner: string, size: number, room: ListRoom): readonly Entry[] {
  const ownerOfEntry = ([client]: Entry) => ownerOf(client);
  const own = toPile(entries.filter((entry) => ownerOfEntry(entry) === owner));
  // A large list may take the place of thousands, and each of them may not cost a look at all.
  const others = lazy(() =>
    [...Map.groupBy(entries, ownerOfEntry)].flatMap(([id, of]) => (id === owner ? [] : toPile(of))),
  );
  const left = new Set(entries);
  let bytes = bytesOf(entries);
  const dropOldest = (pile: typeof own): void => {
    for (const oldest of pile.lists.splice(0, 1)) {
      left.delete(oldest);
      pile.bytes -= sizeOf(oldest[1]);
      bytes -= sizeOf(oldest[1]);
    }
  };
  while (own.lists.length >= room.listsPerOwner || (own.lists.length > 0 && own.bytes + size > room.bytesPerOwner))
    dropOldest(own);
  while (left.size >= room.lists || bytes + size > room.bytes) {
    const isFull = left.size >= room.lists;
    const weight = (pile: typeof own) => (isFull ? pile.lists.length : pile.bytes);
    const most = others().reduce((one, other) => (weight(other) > weight(one) ? other : one), own);
    if (weight(most) <= weight(own) + (isFull ? 1 : size))
      throw new HttpError(409, 'this relay keeps too many watch lists');
    dropOldest(most);
  }
  return [...left];
}

/** Days without prices do not count, and servers that disagree at midnight count once. */
export function withDay(state: AlertState, day: number): AlertState {
  if (day === state.day || day === state.day - 1) return state;
  const days = state.days + 1;
  const kept = [...state.lists].filter(([, { renewedDays }]) => days - renewedDays <= maxUnrenewedDays);
  return { ...state, day, days, lists: kept.length < state.lists.size ? new Map(kept) : state.lists };
}

/** Without the lists of owners who may not use the relay any more, and without what waits to be told to nobody else. */
export function withoutUnknown(state: AlertState, isKnown: (owner: string) => boolean): AlertState {
  const kept = [...state.lists].filter(([client]) => isKnown(ownerOf(client)));
  const lists = kept.length < state.lists.size ? new Map(kept) : state.lists;
  const isWanted = ({ clients }: AlertState['pending'][number]) => clients.some((client) => lists.has(client));
  const [pending, sending] = [state.pending.filter(isWanted), state.sending.filter(isWanted)];
  const isLess = pending.length < state.pending.length || sending.length < state.sending.length;
  return isLess || lists !== state.lists ? { ...state, lists, pending, sending } : state;
}
