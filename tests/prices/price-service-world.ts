import { createPriceService, type PriceService, type PriceServiceParts } from '#prices/refresh/price-service.ts';
import { tableKey } from '#prices/storage/stored-state.ts';
import type { StubRelay } from './stub-relay.ts';

export const item = 'AK-47 | Redline (Field-Tested)';
export const prices = (cents: number) => ({
  [item]: { price_buff: cents, price_uu: cents, price_csfloat: cents, liquidity: 9, is_inflated: false },
});

/** What outlives a worker: the store; and what a test turns: the clock. */
export function makeWorld(relay: StubRelay) {
  const kept = new Map<string, unknown>();
  const world = {
    now: 1_800_000_000_000,
    token: '',
    changes: 0,
    scheduled: undefined as number | undefined,
    /** No storage at all; no room for a table in it; writes that never end. */
    broken: false,
    full: false,
    stuck: false,
    /** What the browser says nothing more of, not even when it is told to end it: requests, or what names the relay. */
    lost: undefined as 'requests' | 'settings' | undefined,
    kept,
    /** Somebody wants to hear of prices that move. */
    isWatched: async () => false,
    start: (): PriceService => createPriceService(parts),
  };
  const parts: PriceServiceParts = {
    fetch: (...args) => (world.lost === 'requests' ? new Promise(() => undefined) : fetch(...args)),
    timeoutMs: 1500,
    now: () => world.now,
    random: () => 0,
    store: {
      read: async (keys) => (world.broken ? Promise.reject(new Error('no storage')) : keys.map((key) => kept.get(key))),
      write: async (entries) => {
        if (world.broken) throw new Error('no storage');
        if (world.full && tableKey in entries) throw new Error('QuotaExceededError');
        if (world.stuck) await new Promise(() => undefined);
        for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
      },
    },
    relay: async () =>
      world.lost === 'settings' ? new Promise(() => undefined) : { base: new URL(relay.url), token: world.token },
    onChange: () => world.changes++,
    onSuccess: () => undefined,
    isWatched: () => world.isWatched(),
    onSchedule: (at) => {
      world.scheduled = at;
    },
  };
  return world;
}

/** What an engine says that BUFF163 asks for the item. */
export const centsOf = async (engine: PriceService): Promise<number | undefined> =>
  (await engine.quotes([item])).quotes[0]?.buff163;

export type World = ReturnType<typeof makeWorld>;
