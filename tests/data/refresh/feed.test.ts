import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lazy } from '#core/asks/lazy.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { createMarketDetails } from '#data/details/market-details.ts';
import { createPriceChanges } from '#data/history/price-changes.ts';
import { openStoredChanges } from '#data/history/stored-changes.ts';
import { createExchangeRates, openStoredRates } from '#data/refresh/small-feeds.ts';
import { createTableFeed } from '#data/refresh/table-feed.ts';
import { makeStore } from '../memory-store.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';
import { loaded, tableOfNames } from '../table-of.ts';

const minute = 60_000;
const start = Date.parse('2026-11-20T10:00:00.000Z');
const updated_at = new Date(start).toISOString();

const bodies = {
  prices: { a: { price_buff: 1, price_uu: 1, price_csfloat: 1 } },
  'a market': { updated_at, markets: ['buff163'], items: { a: { buff163: { price: 1 } } } },
  changes: { updated_at, markets: ['buff163', 'youpin', 'csfloat'], days: [1, 7, 30], items: {} },
  rates: { base: 'USD', date: '2026-11-20', rates: { EUR: 0.8 } },
};
type FeedName = keyof typeof bodies;

interface Tested {
  readonly check: () => Promise<unknown>;
  readonly change: () => Promise<void>;
  readonly answered: () => Promise<void>;
}

let relay: StubRelay;
beforeEach(async () => {
  relay = await startStubRelay(json({}));
});
afterEach(() => relay.close());

function makeWorld() {
  const store = makeStore();
  const world = { now: start, table: loaded(tableOfNames([])) };
  const deps = {
    fetch,
    now: () => world.now,
    random: () => 0,
    relay: async () => ({ base: new URL(relay.url), token: '' }),
    store,
    onChange: () => undefined,
    onSchedule: () => undefined,
    names: { append: async () => undefined, hasAll: async () => true },
    table: async () => world.table,
    numberNames: async (names: readonly string[]) => {
      const grown = withNames(world.table.table, names);
      world.table = loaded(grown.table);
      return grown;
    },
  };
  const kept = () => store;
  const workers: Readonly<Record<FeedName, () => Tested>> = {
    prices: () => {
      const loadedPrices = lazy(() => loadPrices(store));
      const feed = createTableFeed({ ...deps, loadedPrices }, () => undefined);
      return { check: feed.checkIfDue, change: feed.relayChanged, answered: feed.relayAnswered };
    },
    'a market': () => {
      const details = createMarketDetails({
        ...deps,
        markets: async () => ['buff163'],
        relayFields: async () => undefined,
        isUsed: async () => true,
      });
      return { check: details.refreshDueMarkets, change: details.relayChanged, answered: details.relayAnswered };
    },
    changes: () => {
      const changes = openStoredChanges(kept, deps.now);
      const feed = createPriceChanges({ ...deps, store: kept, changes, isWanted: async () => true });
      return { check: feed.checkIfDue, change: feed.relayChanged, answered: feed.relayAnswered };
    },
    rates: () => {
      const feed = createExchangeRates({ ...deps, kept: openStoredRates(store) });
      return { check: feed.checkIfDue, change: feed.relayChanged, answered: feed.relayAnswered };
    },
  };
  return Object.assign(world, { workers });
}

describe.each(Object.keys(bodies) as FeedName[])('the feed of %s', (name) => {
  const good = json(bodies[name], { ETag: '"one"', 'Last-Modified': new Date(start).toUTCString() });
  const run = async (world: ReturnType<typeof makeWorld>) => world.workers[name]().check();
  const count = () => relay.requests.length;

  test('sends its ETag, also from the next worker', async () => {
    const world = makeWorld();
    relay.answer = good;
    await run(world);
    await run(world);
    expect(count()).toBe(1);
    relay.answer = (_, response) => void response.writeHead(304).end();
    world.now += 61 * minute;
    await run(world);
    expect(relay.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
  });

  test('waits twice as long after each failure, also over the worker’s end', async () => {
    const world = makeWorld();
    relay.answer = json('<html>');
    await run(world);
    for (const [at, minutes] of [1, 2, 4].entries()) {
      world.now += minutes * minute - 1;
      await run(world);
      expect(count()).toBe(at + 1);
      world.now += 1;
      await run(world);
      expect(count()).toBe(at + 2);
    }
  });

  test.each([
    ['seconds', '300'],
    ['a date', new Date(start + 300_000).toUTCString()],
  ])('waits for a `Retry-After` in %s', async (_, header) => {
    const world = makeWorld();
    relay.answer = json({ error: 'wait' }, { 'Retry-After': header }, 429);
    await run(world);
    world.now += 299_000;
    await run(world);
    expect(count()).toBe(1);
    world.now += 1000;
    await run(world);
    expect(count()).toBe(2);
  });

  test.each([
    ['refused it', 401, {}, 2],
    ['told it to wait', 429, { 'Retry-After': '300' }, 1],
    ['had no such data', 503, {}, 1],
  ])('of a relay that %s is asked for again, or not, once the relay answers', async (_, status, headers, expected) => {
    const world = makeWorld();
    relay.answer = json({ error: 'no' }, headers, status);
    await run(world);
    await world.workers[name]().answered();
    await run(world);
    expect(count()).toBe(expected);
  });

  test('asks another relay at once and without the ETag, whatever the old one said', async () => {
    const world = makeWorld();
    relay.answer = good;
    await run(world);
    relay.answer = json({ error: 'wait' }, { 'Retry-After': '3600' }, 429);
    world.now += 61 * minute;
    await run(world);
    const other = await startStubRelay(good);
    const { url } = relay;
    relay.url = other.url;
    const worker = world.workers[name]();
    await worker.change();
    await worker.check();
    relay.url = url;
    expect(other.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined]);
    await other.close();
  });
});
