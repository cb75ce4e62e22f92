import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchangeRates, openStoredRates } from '#data/refresh/small-feeds.ts';
import { makeStore } from '../memory-store.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const body = { base: 'USD', date: '2026-11-20', rates: { EUR: 0.8 } };
const dated = body;
const minute = 60_000;

let relay: StubRelay;
beforeEach(async () => {
  relay = await startStubRelay(json(body, { ETag: '"one"' }));
});
afterEach(() => relay.close());

function makeWorld() {
  const store = makeStore();
  const { stored } = store;
  const world = { now: 1_800_000_000_000, changes: 0, base: relay.url, stored };
  const parts = {
    fetch,
    now: () => world.now,
    random: () => 0,
    store,
    relay: async () => ({ base: new URL(world.base), token: 'secret' }),
    onChange: () => void world.changes++,
  };
  const worker = () => {
    const kept = openStoredRates(parts.store);
    const current = async () => (await kept.read())?.told ?? null;
    return { ...createExchangeRates({ ...parts, kept }), current };
  };
  return Object.assign(world, { worker });
}

describe('exchange rates', () => {
  test('are fetched with the relay’s token and stored', async () => {
    const world = makeWorld();
    expect(await world.worker().current()).toBeNull();
    await world.worker().checkIfDue();
    expect(relay.requests.map(({ path }) => path)).toEqual(['/api/rates']);
    expect(relay.requests[0]?.headers['authorization']).toBe('Bearer secret');
    expect(await world.worker().current()).toEqual(dated);
    expect(world.changes).toBe(1);
  });

  test('are fetched once an hour, with the ETag, however many uses there are', async () => {
    const world = makeWorld();
    const worker = world.worker();
    await Promise.all([worker.checkIfDue(), worker.checkIfDue()]);
    world.now += 59 * minute;
    await world.worker().checkIfDue();
    expect(relay.requests.length).toBe(1);
    relay.answer = (_, response) => response.writeHead(304).end();
    world.now += minute;
    await worker.checkIfDue();
    expect(relay.requests[1]?.headers['if-none-match']).toBe('"one"');
    expect(await worker.current()).toEqual(dated);
    expect(world.changes).toBe(1);
  });

  test('are fetched at once after the clock was set back', async () => {
    const world = makeWorld();
    await world.worker().checkIfDue();
    world.now -= 365 * 24 * 60 * minute;
    await world.worker().checkIfDue();
    await world.worker().checkIfDue();
    expect(relay.requests.length).toBe(2);
  });

  test.each([
    ['no data yet', json({ error: 'no data' }, {}, 503)],
    ['another body', json({ base: 'EUR', date: '2026-11-20', rates: {} })],
    ['a date that is none', json({ ...body, date: '0000-00-00' })],
    ['the thirtieth of February', json({ ...body, date: '2026-02-30' })],
    ['a rate of 0', json({ ...body, rates: { EUR: 0 } })],
    ['no JSON', json('<html>')],
  ])('stay after %s, and the next refresh comes sooner', async (_, answer) => {
    const world = makeWorld();
    const worker = world.worker();
    await worker.checkIfDue();
    relay.answer = answer;
    world.now += 61 * minute;
    await worker.checkIfDue();
    expect(await worker.current()).toEqual(dated);
    world.now += 30_000;
    await worker.checkIfDue();
    expect(relay.requests.length).toBe(2);
    world.now += minute;
    await worker.checkIfDue();
    expect(relay.requests.length).toBe(3);
  });

  test('are removed when a relay has none, which is asked hourly', async () => {
    const world = makeWorld();
    const worker = world.worker();
    await worker.checkIfDue();
    relay.answer = json({ error: 'exchange rates are switched off' }, {}, 404);
    world.now += 61 * minute;
    await worker.checkIfDue();
    expect(await worker.current()).toBeNull();
    world.now += 30 * minute;
    await worker.checkIfDue();
    expect(relay.requests.length).toBe(2);
  });

  test('of another relay are forgotten', async () => {
    const world = makeWorld();
    const worker = world.worker();
    await worker.checkIfDue();
    const other = await startStubRelay(json({ ...body, rates: { EUR: 0.5 } }));
    world.base = other.url;
    await worker.relayChanged();
    expect(await worker.current()).toBeNull();
    await worker.checkIfDue();
    expect((await worker.current())?.rates).toEqual({ EUR: 0.5 });
    await other.close();
  });

  test('that arrive after another relay was chosen are dropped', async () => {
    const world = makeWorld();
    const worker = world.worker();
    relay.answer = (request, response) => {
      world.base = 'http://127.0.0.1:1/';
      json(body)(request, response);
    };
    await worker.checkIfDue();
    expect(await worker.current()).toBeNull();
  });
});
