import { describe, expect, test } from 'vitest';
import { centsOf, item, prices, worldForEach } from '../price-service-world.ts';
import { json } from '../stub-relay.ts';

const { relay, world } = worldForEach(json(prices(100), { ETag: '"one"' }));

describe('the price service', () => {
  test('answers the first look-up at once, then refreshes', async () => {
    const service = world.start();
    expect(await service.quotes([item])).toEqual({ table: null, fault: null, quotes: [] });
    await service.refresh();
    expect(await centsOf(service)).toBe(100);
    expect(world.changes).toBe(1);
    expect(relay.requests.length).toBe(1);
  });

  test('ends the wait for the first prices with their check, and sends one request for it', async () => {
    const service = world.start();
    await service.quotes([item]);
    await service.firstCheck();
    expect(await centsOf(service)).toBe(100);
    await service.firstCheck();
    expect(relay.requests.length).toBe(1);
  });

  test('tells other feeds of each success, and pages of other prices or another fault alone', async () => {
    const service = world.start();
    const told: unknown[] = [];
    for (const answer of [
      relay.answer,
      ((_, response) => response.writeHead(304).end()) satisfies typeof relay.answer,
      ...[503, 503, 401].map((status) => json({ error: 'no' }, {}, status)),
      json(prices(200), { ETag: '"two"' }),
    ]) {
      relay.answer = answer;
      await service.refresh();
      told.push([world.successes, world.changes]);
    }
    expect(told).toEqual([[1, 1], [2, 1], ...[2, 2, 3].map((changes) => [2, changes]), [3, 4]]);
  });

  test('sends one request for concurrent refreshes', async () => {
    const service = world.start();
    await Promise.all([service.refresh(), service.refresh(), service.quotes([item]), service.refresh()]);
    expect(relay.requests.length).toBe(1);
  });

  test('refreshes when the data is due, and not before', async () => {
    const service = world.start();
    await service.refresh();
    await service.quotes([item]);
    world.now += 29 * 60_000;
    await service.quotes([item]);
    expect(relay.requests.length).toBe(1);
    world.now += 2 * 60_000;
    relay.answer = json(prices(300), { ETag: '"three"' });
    await service.quotes([item]);
    await service.refresh();
    expect(relay.requests.length).toBe(2);
    expect(await centsOf(service)).toBe(300);
  });

  test('refreshes go on without use while an alert watches, and not without one', async () => {
    const service = world.start();
    await service.refresh();
    for (const isWatched of [true, false]) {
      world.isWatched = async () => isWatched;
      world.now += 5 * 3_600_000;
      await service.refreshIfDue();
      await expect.poll(() => relay.requests.length).toBe(2);
    }
    expect(world.scheduled).toBeUndefined();
    expect((await service.statusWithoutUse()).nextCheckAt).toBeNull();
  });

  test('tells when prices are used again after a pause in which only an alert needed them', async () => {
    const service = world.start();
    await service.recordUse();
    world.now += 31 * 60_000;
    await service.recordUse();
    expect(world.begun).toBe(0);
    world.isWatched = async () => true;
    await service.recordUse();
    expect(world.begun).toBe(0);
    world.now += 31 * 60_000;
    expect(await service.isUsed()).toBe(false);
    await service.recordUse();
    await service.recordUse();
    expect([world.begun, await service.isUsed()]).toEqual([1, true]);
  });

  test.each([
    [{}, 0, undefined],
    [{}, 300_000, undefined],
    [{}, 301_000, 301_000],
    [{}, -300_000, undefined],
    [{}, -301_000, -301_000],
    [{ Age: '7200' }, 7_500_000, undefined],
    [{ Age: '7200' }, 7_501_000, 7_501_000],
    [{ Date: 'never' }, 0, undefined],
  ])('says by its Date how far this clock is ahead of the relay’s: %j, %d ms', async (headers, aheadMs, told) => {
    world.now = Date.UTC(2026, 10, 27, 12);
    const at = new Date(world.now - aheadMs).toUTCString();
    relay.answer = json(prices(1), { Date: at, ETag: '"one"', ...headers });
    const service = world.start();
    await service.refresh();
    expect((await service.status()).clockAheadMs).toBe(told);
  });

  test.each([
    ['that says its version', { 'Skinlens-Version': '0.2.0' }, '0.2.0'],
    ['of the release before, which says none', {}, undefined],
    ['that says another text', { 'Skinlens-Version': '<b>2</b>' }, undefined],
  ])('of a relay %s gives prices', async (_, headers, version) => {
    relay.answer = json(prices(1), { ETag: '"one"', ...headers });
    const service = world.start();
    await service.refresh();
    const { table, fault, relayVersion } = await service.status();
    expect([table?.items, fault, relayVersion]).toEqual([1, null, version]);
  });

  test('corrects the age of a table that came while the clock was behind, with one download', async () => {
    const stated = world.now - 600_000;
    const headers = { 'Last-Modified': new Date(stated).toUTCString(), ETag: '"one"' };
    relay.answer = (request, response) =>
      request.headers['if-none-match'] === '"one"'
        ? void response.writeHead(304, headers).end()
        : json(prices(100), headers)(request, response);
    const service = world.start();
    const asOf = async () => (await service.refresh()).status.table?.asOf;
    world.now -= 3 * 3_600_000;
    expect(await asOf()).toBe(world.now);
    // The relay's time is in the future: no correction is possible.
    expect(await asOf()).toBe(world.now);
    expect(relay.requests.length).toBe(2);
    world.now += 3 * 3_600_000;
    expect(await asOf()).toBe(stated);
    expect(await asOf()).toBe(stated);
    expect(relay.requests.length).toBe(5);
  });
});
