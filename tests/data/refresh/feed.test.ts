import { describe, expect, onTestFinished, test } from 'vitest';
import { lazy } from '#core/asks/lazy.ts';
import { loadPrices } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { createMarketDetails } from '#data/details/market-details.ts';
import { createPriceChanges, openStoredChanges } from '#data/history/stored-changes.ts';
import { createExchangeRates, openStoredRates } from '#data/refresh/small-feeds.ts';
import { createTableFeed } from '#data/refresh/table-feed.ts';
import { makeStore } from '../memory-store.ts';
import { json, relayForEach, startStubRelay } from '../stub-relay.ts';
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
  /** Whether data are kept. */
  readonly has: () => Promise<boolean>;
}

const relay = relayForEach();

function makeWorld() {
  const store = makeStore();
  const world = { now: start, base: relay.url, changes: 0, table: loaded(tableOfNames([])) };
  const onChange = () => void world.changes++;
  const deps = {
    ...{ fetch, store, onChange },
    now: () => world.now,
    random: () => 0,
    relay: async () => ({ base: new URL(world.base), token: 't' }),
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
      const feed = createTableFeed({ ...deps, loadedPrices }, ({ outcome }) => void (outcome === 'new' && onChange()));
      const has = async () => (await loadedPrices()).table !== undefined;
      return { check: feed.checkIfDue, change: feed.relayChanged, answered: feed.relayAnswered, has };
    },
    'a market': () => {
      const details = createMarketDetails({
        ...deps,
        markets: async () => ['buff163'],
        isUsed: async () => true,
      });
      const has = async () => (await details.waiting()).length === 0;
      return { check: details.refreshDueMarkets, change: details.relayChanged, answered: details.relayAnswered, has };
    },
    changes: () => {
      const changes = openStoredChanges(kept, deps.now);
      const feed = createPriceChanges({ ...deps, store: kept, changes, isWanted: async () => true });
      const has = async () => (await changes.about()) !== undefined;
      return { check: feed.checkIfDue, change: feed.relayChanged, answered: feed.relayAnswered, has };
    },
    rates: () => {
      const stored = openStoredRates(store);
      const feed = createExchangeRates({ ...deps, kept: stored });
      const has = async () => (await stored.read()) !== undefined;
      return { check: feed.checkIfDue, change: feed.relayChanged, answered: feed.relayAnswered, has };
    },
  };
  return Object.assign(world, { workers });
}

describe.each(Object.keys(bodies) as FeedName[])('the feed of %s', (name) => {
  const good = json(bodies[name], { ETag: '"one"', 'Last-Modified': new Date(start).toUTCString() });
  const run = async (world: ReturnType<typeof makeWorld>) => world.workers[name]().check();
  const has = async (world: ReturnType<typeof makeWorld>) => world.workers[name]().has();
  const count = () => relay.requests.length;

  test('is asked once for all checks until it is due, with the token, and by its ETag from the next worker', async () => {
    const world = makeWorld();
    relay.answer = good;
    const { check } = world.workers[name]();
    await Promise.all([check(), check()]);
    world.now += 29 * minute;
    await run(world);
    expect(relay.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t']);
    expect([await has(world), world.changes]).toEqual([true, 1]);
    relay.answer = (_, response) => void response.writeHead(304).end();
    world.now += 32 * minute;
    await run(world);
    expect(relay.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
    expect([await has(world), world.changes]).toEqual([true, 1]);
  });

  test('stays after a failure, and waits twice as long after each, also over the worker’s end', async () => {
    const world = makeWorld();
    relay.answer = good;
    await run(world);
    world.now += 61 * minute;
    relay.answer = json('<html>');
    await run(world);
    for (const [at, minutes] of [1, 2, 4].entries()) {
      world.now += minutes * minute - 1;
      await run(world);
      expect(count()).toBe(at + 2);
      world.now += 1;
      await run(world);
      expect(count()).toBe(at + 3);
    }
    expect(await has(world)).toBe(true);
  });

  test('is asked at once when the clock was set back, and not again', async () => {
    const world = makeWorld();
    relay.answer = good;
    await run(world);
    world.now -= 365 * 24 * 60 * minute;
    for (const _ of [1, 2]) await run(world);
    expect(count()).toBe(2);
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
    onTestFinished(other.close);
    world.base = other.url;
    const worker = world.workers[name]();
    await worker.change();
    await worker.check();
    expect(other.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined]);
  });

  test('takes nothing that arrives after another relay was chosen', async () => {
    const world = makeWorld();
    relay.answer = (request, response) => {
      world.base = 'http://127.0.0.1:1/';
      good(request, response);
    };
    await run(world);
    expect([await has(world), world.changes]).toEqual([false, 0]);
  });
});
