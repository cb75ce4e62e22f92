import { expect, test, vi } from 'vitest';
import { type AlertState, createAlertStore, noAlertState } from '#relay/alerts/alert-state.ts';
import { type ListRoom, withList } from '#relay/alerts/client-lists.ts';
import type { SentList } from '#relay/alerts/sent-list.ts';
import { loadAlerts } from '#relay/store/alert-rows.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';

const room: ListRoom = { lists: 6, listsPerOwner: 3, bytesPerOwner: 4000, bytes: 12_000 };
const listOf = (count: number): SentList => ({
  staleMinutes: 90,
  items: Array.from({ length: count }, (_, at) => ({ name: `Item ${at}`, alert: { kind: 'below', cents: 1000 } })),
});

/** Lists that come one after the other, as "owner device", with so many items. */
type Sent = readonly (readonly [client: string, items: number])[];
const withLists = (...sent: Sent): AlertState =>
  sent.reduce((state, [client, items], at) => withList(state, client, listOf(items), at, room), noAlertState);

const clients = (...sent: Sent) => [...withLists(...sent).lists.keys()];

test('one more device of an owner, or more bytes, takes the place of the oldest', () => {
  expect(clients(['a 1', 1], ['a 2', 1], ['a 3', 1], ['a 1', 2], ['a 4', 1])).toEqual(['a 3', 'a 1', 'a 4']);
  expect(clients(['a 1', 40], ['a 2', 40])).toEqual(['a 2']);
});

test('lists of a relay that had more room stay', () => {
  const before = withLists(['a 1', 20], ['b 1', 20], ['c 1', 20]);
  const less = { ...room, bytes: 100 };
  expect([...withList(before, 'd 1', listOf(1), 9, less).lists.keys()]).toEqual(['b 1', 'c 1', 'd 1']);
});

test('where all places are taken, whoever has most loses one, but for no more than those have', () => {
  const full = ['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3'].map((client) => [client, 1] as const);
  expect(clients(...full, ['c 1', 1], ['c 2', 1])).toEqual(['a 3', 'b 2', 'b 3', 'a 2', 'c 1', 'c 2'].toSorted());
  const each = ['a 1', 'b 1', 'c 1', 'd 1', 'e 1', 'f 1'].map((client) => [client, 1] as const);
  expect(() => withLists(...each, ['g 1', 1])).toThrow(expect.objectContaining({ status: 409 }));
});

test('where all bytes are taken, whoever has most of them loses its oldest', () => {
  const big = ['a 1', 'b 1', 'c 1', 'd 1'].map((client) => [client, 40] as const);
  expect(clients(...big, ['e 1', 20])).not.toContain('a 1');
  expect(() => withLists(...big, ['e 1', 45])).toThrow(expect.objectContaining({ status: 409 }));
});

test('a list that takes the place of many looks at all of them once', () => {
  const before = withLists(['a 1', 1], ['a 2', 1], ['a 3', 40], ['b 1', 1], ['b 2', 1], ['b 3', 40]);
  const bytes = [...before.lists.values()].reduce((sum, list) => sum + JSON.stringify(list).length, 0);
  const group = vi.spyOn(Map, 'groupBy');
  const { lists } = withList(before, 'c 1', listOf(20), 9, { ...room, lists: 99, bytesPerOwner: bytes, bytes });
  const looks = group.mock.calls.length;
  group.mockRestore();
  // Once by name, in the list that is sent, and once by owner.
  expect([[...lists.keys()], looks]).toEqual([['b 3', 'c 1'], 2]);
});

test('a list that is sent writes nothing of what all are told', async () => {
  const { ask, database } = createMemoryStorage();
  await createAlertStore({ ask }, () => undefined).change((state) => withList(state, 'a 1', listOf(1), 0, room));
  expect(loadAlerts(database, '')).toEqual({ rows: [['a 1', expect.any(String)]], state: undefined });
});

test('a waiting line that is damaged takes no other line with it over a restart', async () => {
  const { ask, database } = createMemoryStorage();
  const line = (percent: number | null) => {
    const crossing = {
      name: 'A',
      alert: { kind: 'change', percent: 5 },
      at: 0,
      market: 'buff163',
      cents: 900,
      percent,
    };
    return { crossing, asOf: 0, clients: ['a 1'] };
  };
  const state = JSON.stringify({ ...noAlertState, days: 300, pending: [line(null), line(7)] });
  database.run('INSERT INTO documents VALUES (?, ?)', 'alerts', state);
  const { days, pending } = await createAlertStore({ ask }, () => undefined).change((known) => known);
  expect([days, pending]).toEqual([300, [line(7)]]);
});

test('lists are read a hundred at a time, so that none is too many for the thread', async () => {
  const { ask, database } = createMemoryStorage();
  const text = JSON.stringify({ ...listOf(1), renewedAt: 0 });
  for (let at = 0; at < 250; at++) database.run('INSERT INTO watch_lists VALUES (?, ?)', `a ${at}`, text);
  const store = createAlertStore({ ask }, () => undefined);
  await store.change((state) => state);
  expect([store.current().lists.size, loadAlerts(database, '').rows.length]).toEqual([250, 100]);
});
