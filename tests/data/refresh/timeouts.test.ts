import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LoadedPrices, persist, refreshStateKey } from '#data/catalogue/loaded-table.ts';
import { noCheck } from '#data/refresh/feed-check.ts';
import { fetchFromRelay } from '#data/refresh/relay-client.ts';
import { centsOf, prices, worldForEach } from '../price-service-world.ts';
import { json } from '../stub-relay.ts';

const { relay, world } = worldForEach(json(prices(100)));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe.each(['requests', 'settings'] as const)('a browser that never settles %s', (hanging) => {
  test('does not block refreshes: the refresh times out, and the next one succeeds', async () => {
    const service = world.start();
    world.hanging = hanging;
    const refreshing = service.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refreshing).toMatchObject({ outcome: 'failed', status: { fault: { kind: 'timeout' } } });
    expect((await service.status()).checking).toBe(false);
    world.hanging = undefined;
    expect(await service.refresh()).toMatchObject({ outcome: 'new', status: { fault: null } });
    expect(await centsOf(service)).toBe(100);
  });

  test('does not block another relay that is chosen meanwhile', async () => {
    const service = world.start();
    world.hanging = hanging;
    void service.refresh();
    await vi.advanceTimersByTimeAsync(1);
    world.hanging = undefined;
    await service.relayChanged();
    expect(await service.refresh()).toMatchObject({ outcome: 'new' });
  });
});

const bodyWithoutEnd = new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"a')) });

test.each<[string, typeof fetch]>([
  ['without a response', () => new Promise(() => undefined)],
  ['whose body does not end', async () => new Response(bodyWithoutEnd)],
])('a request %s times out after 20 s', async (_, ask) => {
  const request = fetchFromRelay({
    fetch: ask,
    relay: { base: new URL(relay.url), token: '' },
    path: '/api/rates',
    now: Date.now,
  });
  const ended = expect(request).rejects.toMatchObject({ kind: 'timeout', message: 'no end within 20 s' });
  await vi.advanceTimersByTimeAsync(20_001);
  await ended;
});

test('a write that never ends is reported as a storage problem', async () => {
  const loaded: LoadedPrices = { table: undefined, refreshState: noCheck, problems: new Map() };
  const store = { read: async () => [], write: () => new Promise<void>(() => undefined) };
  const writing = persist(loaded, store, refreshStateKey, loaded.refreshState);
  await vi.advanceTimersByTimeAsync(60_000);
  await writing;
  expect(loaded.problems.get(refreshStateKey)).toContain('no end within');
});
