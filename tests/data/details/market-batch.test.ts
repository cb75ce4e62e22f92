import { describe, expect, test } from 'vitest';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { json, relayForEach } from '../stub-relay.ts';
import { answers, item, makeWorld as makeWorldOf, marketOf, start } from './details-world.ts';

const relay = relayForEach(answers);
const makeWorld = (markets: MarketId[]) => makeWorldOf(relay, markets);

const requestedMarkets = () => relay.requests.map(({ path }) => marketOf(path));

describe('a batch of all 13 markets', () => {
  test('has three requests at a time, of which one is stored before the next is parsed', async () => {
    const world = makeWorld([...marketIds]);
    let [waiting, most] = [0, 0];
    const held: (() => void)[] = [];
    relay.answer = (request, response) => {
      most = Math.max(most, ++waiting);
      response.on('close', () => waiting--);
      held.push(() => answers(request, response));
      if (held.length === 3 || relay.requests.length === marketIds.length) for (const send of held.splice(0)) send();
    };
    await world.worker().refreshDueMarkets();
    expect([most, world.mostParsed]).toEqual([3, 1]);
    expect(requestedMarkets().sort()).toEqual([...marketIds].sort());
    expect((await world.worker().find(item)).every(({ cents, coins }) => cents ?? coins)).toBe(true);
  });

  test.each([0, 1, 5, 12])('is finished by the next worker when its worker is killed at request %i', async (at) => {
    const world = makeWorld([...marketIds]);
    let left = at;
    const killed = Promise.withResolvers<void>();
    // Nothing of a killed worker goes on.
    const fetched: typeof fetch = (...args) => {
      if (left-- > 0) return fetch(...args);
      killed.resolve();
      return new Promise(() => undefined);
    };
    void world.worker(fetched).refreshDueMarkets();
    await killed.promise;
    expect(world.scheduled.at(-1)).toBe(start + 35_000);
    relay.answer = answers;
    world.now += 40_000;
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets().length).toBeLessThanOrEqual(marketIds.length + 2);
    expect((await world.worker().find(item)).every(({ cents, coins }) => cents ?? coins)).toBe(true);
    const asked = requestedMarkets().length;
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets().length).toBe(asked);
  });

  test('includes markets that are chosen meanwhile; concurrent calls are one batch', async () => {
    const world = makeWorld(['buff163', 'youpin']);
    const worker = world.worker();
    const calls = [worker.refreshDueMarkets(), worker.refreshDueMarkets()];
    world.markets = ['buff163', 'youpin', 'steam'];
    calls.push(worker.refreshDueMarkets());
    await Promise.all(calls);
    expect(requestedMarkets().sort()).toEqual(['buff163', 'steam', 'youpin']);
  });

  test('is of the markets that alerts need, at the period of the prices, while nobody uses prices', async () => {
    const world = makeWorld(['buff163', 'youpin', 'steam']);
    world.isUsed = false;
    // One of them is not compared any more.
    world.watched = ['youpin', 'dmarket'];
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets()).toEqual(['youpin', 'dmarket']);
    expect([world.batches, world.scheduled.at(-1)]).toEqual([1, start + 30 * 60_000]);
    world.now += 29 * 60_000;
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets().length).toBe(2);
    world.now += 2 * 60_000;
    await world.worker().refreshDueMarkets();
    // Unchanged data are no reason to check alerts.
    expect([requestedMarkets().length, world.batches]).toEqual([4, 1]);
    world.watched = [];
    world.now += 31 * 60_000;
    await world.worker().refreshDueMarkets();
    expect([requestedMarkets().length, world.scheduled.at(-1)]).toEqual([4, undefined]);
    world.isUsed = true;
    world.watched = ['dmarket'];
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets().slice(4).sort()).toEqual(['buff163', 'dmarket', 'steam', 'youpin']);
  });

  test('goes on after a market that the relay does not have yet, which is asked for a minute later', async () => {
    const world = makeWorld([...marketIds]);
    relay.answer = (request, response) =>
      marketOf(request.url ?? '') === marketIds[0]
        ? json({ error: 'no data yet' }, {}, 503)(request, response)
        : answers(request, response);
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets().length).toBe(marketIds.length);
    expect(world.scheduled.at(-1)).toBe(start + 60_000);
  });

  test.each([
    [401, {}, 60_000],
    [429, { 'Retry-After': '300' }, 300_000],
  ])('ends with the status %i of the relay as a whole', async (status, headers, wait) => {
    const world = makeWorld([...marketIds]);
    relay.answer = json({ error: 'no' }, headers, status);
    await world.worker().refreshDueMarkets();
    expect(requestedMarkets().length).toBe(3);
    expect(world.scheduled.at(-1)).toBe(start + wait);
  });
});
