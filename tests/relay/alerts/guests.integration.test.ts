import { expect, test, vi } from 'vitest';
import { endpoints } from '#protocol/price-api.ts';
import type { SentList } from '#relay/alerts/sent-list.ts';
import { StorageError } from '#relay/store/storage-thread.ts';
import { until } from '../test-relay.ts';
import { first, minute, rowsAt, startBed, watch } from './alert-bed.ts';

test('nobody silences another: each owner has a line in turn, and what finds no room is told next', async () => {
  const { service, confirm, world, seen } = await startBed();
  const names = Array.from({ length: 30 }, (_, at) => `Item ${at} ${'x'.repeat(60)}`);
  await service.put('guest first-device-id-', watch(...names));
  await service.put('owner first-device-id-', watch('Mine', 'Mine, too'));
  await confirm(rowsAt(900, ...names, 'Mine', 'Mine, too'));
  const told = [seen[0]?.body.split('\n').slice(1) ?? []];
  expect(told[0]?.filter((line) => line.startsWith('Mine'))).toHaveLength(2);
  while (service.status().waiting > 0) {
    world.now += minute;
    await service.deliver();
    told.push(seen.at(-1)?.body.split('\n').slice(1) ?? []);
  }
  const lines = told.flat().filter((line) => !line.startsWith('+ '));
  expect([lines.length, new Set(lines).size]).toEqual([32, 32]);
});

test('a list that cannot be checked ends no other’s check', async () => {
  const { service, confirm, seen, world } = await startBed();
  const broken = { ...watch('A'), markets: 7 } as unknown as SentList;
  await service.put(first, broken);
  await service.put('token second-device-id', watch('B'));
  await confirm(rowsAt(900, 'A', 'B'));
  expect(seen.map(({ body }) => body.split(':')[0])).toEqual(['Skinlens\nB']);
  expect(world.problems).toHaveLength(1);
});

test.each([
  [250, 1, [100, 100, 50]],
  [30, 150_000, [14, 14, 2]],
])('of %i lists of %i bytes that a refresh changes, so many are stored at a time: %j', async (count, bytes, all) => {
  const bed = await startBed();
  Object.assign(bed.deps.limits, { maxListBytes: 10_000_000 });
  let stored: { lists: readonly unknown[]; state: unknown }[] = [];
  let refused = 0;
  const ask: typeof bed.storage.ask = (kind, ...args) => {
    const [changes] = args;
    const isOfLists = kind === 'saveAlerts' && typeof changes === 'object' && 'lists' in changes;
    if (isOfLists && changes.lists.length > 0 && stored.push(changes) === refused)
      throw new StorageError('disk-stalled');
    return bed.storage.ask(kind, ...args);
  };
  const service = bed.restart({ ...bed.storage, ask });
  const list = { ...watch('A'), filler: 'x'.repeat(bytes) };
  for (let at = 0; at < count; at++) await service.put(`owner-${at} first-device-id-`, list);
  const counts = () => stored.map(({ lists }) => lists.length);
  [stored, refused] = [[], 1];
  const told = await bed.confirm(rowsAt(900, 'A'), 0, service);
  expect(counts()).toEqual(all);
  // One change that the disk refuses ends no other.
  [stored, refused] = [[], 0];
  await service.onConfirmed(endpoints.partner, told);
  expect(counts()).toEqual(all.slice(0, 1));
  // What all are told is not written with each change of lists.
  stored = [];
  bed.world.now += minute;
  await bed.confirm(rowsAt(1500, 'A'), 0, service);
  expect(counts()).toEqual(all);
  expect(stored.filter(({ state }) => state)).toHaveLength(1);
});

test('an alert is told while prices go on to come', async () => {
  const { service, confirm, confirmOffers, deps, seen } = await startBed();
  await service.put(first, watch('A'));
  await confirm(rowsAt(1500, 'A'));
  Object.assign(deps.limits, { alertSettleMs: 60 });
  await until(() => {
    void confirmOffers({ A: { csfloat: { price: 900, count: 5 } } }, 0, service, 'csfloat');
    return seen.length;
  }).gives((count) => count === 1);
});

test('whoever asks how the relay is makes it look at no list', async () => {
  const { service } = await startBed();
  await service.put(first, watch('A'));
  const looks = [vi.spyOn(Map.prototype, 'values'), vi.spyOn(Map.prototype, Symbol.iterator)];
  const { lists } = service.status();
  const counts = looks.map((look) => look.mock.calls.length);
  for (const look of looks) look.mockRestore();
  expect([lists, ...counts]).toEqual([1, 0, 0]);
  expect(service.contents()).toMatchObject({ alerts: 1, devices: [{ client: first }] });
});
