import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookKey } from '#prices/keys.ts';
import { fetchFeed } from '#prices/refresh/relay-client.ts';
import { firstLook } from '#prices/storage/stored-state.ts';
import { type Held, keep } from '#prices/table/loaded-table.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';
import { centsOf, makeWorld, prices, type World } from './world.ts';

let relay: StubRelay;
let world: World;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100)));
  world = makeWorld(relay);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await relay.close();
});

describe.each(['requests', 'settings'] as const)('a browser that loses %s', (lost) => {
  test('ends no look, but the look ends, and the next one is as any', async () => {
    const engine = world.start();
    world.lost = lost;
    const refreshing = engine.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refreshing).toMatchObject({ outcome: 'failed', fault: { kind: 'timeout' } });
    expect((await engine.status()).checking).toBe(false);
    world.lost = undefined;
    expect(await engine.refresh()).toMatchObject({ outcome: 'new', status: { fault: null } });
    expect(await centsOf(engine)).toBe(100);
  });

  test('holds up no other relay that is chosen meanwhile', async () => {
    const engine = world.start();
    world.lost = lost;
    void engine.refresh();
    await vi.advanceTimersByTimeAsync(1);
    world.lost = undefined;
    await engine.relayChanged();
    expect(await engine.refresh()).toMatchObject({ outcome: 'new' });
  });
});

test('a request that the browser loses is a timeout after 20 s, whoever asks', async () => {
  const asked = fetchFeed({
    fetch: () => new Promise(() => undefined),
    relay: { base: new URL(relay.url), token: '' },
    path: '/api/rates',
    now: Date.now,
  });
  const ended = expect(asked).rejects.toMatchObject({ kind: 'timeout', message: 'no end within 20 s' });
  await vi.advanceTimersByTimeAsync(20_001);
  await ended;
});

test('a write that never ends is a storage that refuses', async () => {
  const held: Held = { table: undefined, look: firstLook, problems: new Map() };
  const store = { read: async () => [], write: () => new Promise<void>(() => undefined) };
  const keeping = keep(held, store, lookKey, held.look);
  await vi.advanceTimersByTimeAsync(60_000);
  await keeping;
  expect(held.problems.get(lookKey)).toContain('no end within');
});
