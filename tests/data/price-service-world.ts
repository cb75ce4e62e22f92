import { beforeEach } from 'vitest';
import { lazy } from '#core/asks/lazy.ts';
import { quotedOffer } from '#core/prices/quote.ts';
import { type LoadedPrices, loadPrices, quotesFrom, type ReadNames, tableKey } from '#data/catalogue/loaded-table.ts';
import { createPriceService, type PriceService, type PriceServiceDeps } from '#data/refresh/price-service.ts';
import type { AskedName } from '#protocol/messages.ts';
import { relayForEach, type StubRelay } from './stub-relay.ts';

export const item = 'AK-47 | Redline (Field-Tested)';
export const prices = (cents: number) => ({
  [item]: { price_buff: cents, price_uu: cents, price_csfloat: cents, liquidity: 9, is_inflated: false },
});

/** @param into the object that becomes the world */
export function makeWorld(relay: StubRelay, into: object = {}) {
  const stored = new Map<string, unknown>();
  const samples: object = prices(70);
  const world = Object.assign(into, {
    now: 1_800_000_000_000,
    token: '',
    changes: 0,
    successes: 0,
    begun: 0,
    scheduled: undefined as number | undefined,
    /** The storage: missing; without room for a table; with writes that never end. */
    broken: false,
    full: false,
    stuck: false,
    unreachable: false,
    /** What never settles, not even when aborted. */
    hanging: undefined as 'requests' | 'settings' | undefined,
    stored,
    samples,
    isWatched: async () => false,
    /** The stored names by number; lost ones are `undefined`. */
    names: [] as string[] | undefined,
    start: () => {
      const loadedPrices = lazy(() => loadPrices(parts.store));
      return withQuotes(createPriceService({ ...parts, loadedPrices }), loadedPrices, readNames);
    },
  });
  const readNames: ReadNames = async (numbers) => world.names && numbers.map((number) => world.names?.[number] ?? '');
  const parts: Omit<PriceServiceDeps, 'loadedPrices'> = {
    fetch: (...args) => {
      if (world.unreachable) return Promise.reject(new TypeError('no server'));
      return world.hanging === 'requests' ? new Promise(() => undefined) : fetch(...args);
    },
    now: () => world.now,
    random: () => 0,
    store: {
      read: async (keys) =>
        world.broken ? Promise.reject(new Error('no storage')) : keys.map((key) => stored.get(key)),
      write: async (entries) => {
        if (world.broken) throw new Error('no storage');
        if (world.full && tableKey in entries) throw new Error('QuotaExceededError');
        if (world.stuck) await new Promise(() => undefined);
        for (const [key, value] of Object.entries(entries)) stored.set(key, structuredClone(value));
      },
    },
    relay: async () =>
      world.hanging === 'settings' ? new Promise(() => undefined) : { base: new URL(relay.url), token: world.token },
    readSamples: async () => JSON.stringify(world.samples),
    onChange: () => world.changes++,
    onUseBegins: () => world.begun++,
    onSuccess: () => world.successes++,
    names: {
      append: async (_, first, names) => {
        world.names = [...(world.names ?? []).slice(0, first), ...names];
      },
      hasAll: async ({ rows }) => (world.names?.length ?? 0) >= rows,
    },
    isWatched: () => world.isWatched(),
    onSchedule: (at) => {
      world.scheduled = at;
    },
  };
  return world;
}

/** The service with the look-ups that the worker answers beside it; `quotes` also records the use, as for a page. */
function withQuotes(service: PriceService, loadedPrices: () => Promise<LoadedPrices>, readNames: ReadNames) {
  const quotesWithoutUse = async (asked: readonly AskedName[]) =>
    quotesFrom(await loadedPrices(), asked, readNames, async () => undefined);
  const quotes = async (asked: readonly AskedName[]) => {
    const answer = await quotesWithoutUse(asked);
    void service.recordUse();
    return answer;
  };
  return { ...service, quotesWithoutUse, quotes };
}

export type WorldService = ReturnType<typeof withQuotes>;

export const centsOf = async (service: WorldService): Promise<number | undefined> =>
  quotedOffer((await service.quotes([item])).quotes[0], 'buff163').cents;

type World = ReturnType<typeof makeWorld>;

export function worldForEach(answer: StubRelay['answer']) {
  const relay = relayForEach(answer);
  const world = {} as World;
  beforeEach(() => void makeWorld(relay, world));
  return { relay, world };
}
