import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { centsOf, item, makeWorld, prices, type World } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

let relay: StubRelay;
let world: World;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"one"' }));
  world = makeWorld(relay);
});
afterEach(() => relay.close());

describe('the engine', () => {
  test('answers the first look-up at once and fetches behind it', async () => {
    const engine = world.start();
    expect(await engine.quotes([item])).toEqual({ table: null, fault: null, quotes: [] });
    await engine.refresh();
    expect(await centsOf(engine)).toBe(100);
    expect(world.changes).toBe(1);
    expect(relay.requests.length).toBe(1);
  });

  test('asks with the ETag and takes a 304 for "unchanged"', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = (_, response) => response.writeHead(304, { ETag: '"one"' }).end();
    expect((await engine.refresh()).outcome).toBe('unchanged');
    expect(relay.requests.at(-1)?.headers['if-none-match']).toBe('"one"');
    expect(await centsOf(engine)).toBe(100);
  });

  test('replaces the table and says so', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = json(prices(200), { ETag: '"two"' });
    expect((await engine.refresh()).outcome).toBe('new');
    expect(await centsOf(engine)).toBe(200);
    expect(world.changes).toBe(2);
  });

  test('a relay that reuses an ETag for other data is believed the data', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = json(prices(200), { ETag: '"one"' });
    expect((await engine.refresh()).outcome).toBe('new');
    expect(await centsOf(engine)).toBe(200);
  });

  test('a new worker goes on with what the old one stored', async () => {
    await world.start().refresh();
    const asked = relay.requests.length;
    expect(await centsOf(world.start())).toBe(100);
    expect(relay.requests.length).toBe(asked);
  });

  test('many at once are one request', async () => {
    const engine = world.start();
    await Promise.all([engine.refresh(), engine.refresh(), engine.quotes([item]), engine.refresh()]);
    expect(relay.requests.length).toBe(1);
  });

  test('looks again when the data is due, and not before', async () => {
    const engine = world.start();
    await engine.refresh();
    await engine.quotes([item]);
    world.now += 29 * 60_000;
    await engine.quotes([item]);
    expect(relay.requests.length).toBe(1);
    world.now += 2 * 60_000;
    relay.answer = json(prices(300), { ETag: '"three"' });
    await engine.quotes([item]);
    await engine.refresh();
    expect(relay.requests.length).toBe(2);
    expect(await centsOf(engine)).toBe(300);
  });

  test('takes the data’s time from the relay, and a future one for now', async () => {
    const asOf = async (stated: string) => {
      relay.answer = json(prices(1), { 'Last-Modified': stated, ETag: `"${stated}"` });
      const engine = world.start();
      await engine.refresh();
      return (await engine.status()).table?.asOf;
    };
    expect(await asOf(new Date(world.now - 600_000).toUTCString())).toBe(world.now - 600_000);
    expect(await asOf(new Date(world.now + 600_000).toUTCString())).toBe(world.now);
    expect(await asOf('never')).toBe(world.now);
  });

  test('mends the age of a table that came while the clock was behind, and downloads it no more after that', async () => {
    const stated = world.now - 600_000;
    const headers = { 'Last-Modified': new Date(stated).toUTCString(), ETag: '"one"' };
    relay.answer = (request, response) =>
      request.headers['if-none-match'] === '"one"'
        ? void response.writeHead(304, headers).end()
        : json(prices(100), headers)(request, response);
    const engine = world.start();
    const asOf = async () => (await engine.refresh()).status.table?.asOf;
    world.now -= 3 * 3_600_000;
    expect(await asOf()).toBe(world.now);
    // Nothing to mend by: what the relay states lies ahead.
    expect(await asOf()).toBe(world.now);
    expect(relay.requests.length).toBe(2);
    world.now += 3 * 3_600_000;
    expect(await asOf()).toBe(stated);
    expect(await asOf()).toBe(stated);
    expect(relay.requests.length).toBe(5);
  });

  test('sends the token, and only then', async () => {
    await world.start().refresh();
    expect(relay.requests[0]?.headers['authorization']).toBeUndefined();
    world.token = 'secret';
    await world.start().refresh();
    expect(relay.requests[1]?.headers['authorization']).toBe('Bearer secret');
  });

  test('another relay: no ETag of the old one, and its faults are forgotten', async () => {
    const engine = world.start();
    await engine.refresh();
    const other = await startStubRelay(json(prices(500), { ETag: '"other"' }));
    try {
      const first = relay.url;
      Object.assign(relay, { url: other.url });
      await engine.quotes([item]);
      await engine.relayChanged();
      await engine.refresh();
      expect(other.requests[0]?.headers['if-none-match']).toBeUndefined();
      expect(await centsOf(engine)).toBe(500);
      Object.assign(relay, { url: first });
    } finally {
      await other.close();
    }
  });
});
