import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isObjectOf } from '#core/asks/guards.ts';
import { checkShape } from '#data/refresh/feed-check.ts';
import { refreshStateKey } from '#data/storage/stored-state.ts';
import { isStoredStatus } from '#protocol/stored-status.ts';
import { centsOf, item, makeWorld, prices, type World } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const sample = { 'Skinlens-Sample': '1' };
const minute = 60_000;

let relay: StubRelay;
let world: World;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"sample-one"', ...sample }));
  world = makeWorld(relay);
});
afterEach(() => relay.close());

const tableOf = async () => (await world.start().quotesWithoutUse([item])).table;

describe('sample prices', () => {
  test('are marked in every answer, also by the next worker', async () => {
    const answer = await world.start().refresh();
    expect(answer.status.table).toMatchObject({ items: 1, sample: true });
    expect(isStoredStatus(JSON.parse(JSON.stringify(answer.status)))).toBe(true);
    expect(await tableOf()).toMatchObject({ sample: true });
    expect(await world.start().status()).toMatchObject({ table: { sample: true } });
  });

  test('are checked every minute, so that real ones replace them at once', async () => {
    const service = world.start();
    await service.refresh();
    await service.quotes([item]);
    world.now += 1;
    expect((await service.status()).nextCheckAt).toBe(world.now - 1 + minute);
  });

  test('are replaced by real ones although these are far fewer, and the pages are told', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`Item ${at}`, { price_buff: 7 }]));
    relay.answer = json({ ...many, ...prices(100) }, { ETag: '"sample-one"', ...sample });
    const service = world.start();
    await service.refresh();
    const { changes } = world;
    relay.answer = json(prices(250), { ETag: '"real"' });
    expect(await service.refresh()).toMatchObject({ outcome: 'new', status: { table: { items: 1 } } });
    expect((await tableOf())?.sample).toBeUndefined();
    expect(await centsOf(service)).toBe(250);
    expect(world.changes).toBe(changes + 1);
  });

  test('with the same prices as the real ones are another version', async () => {
    await world.start().refresh();
    const before = await tableOf();
    relay.answer = json(prices(100), { ETag: '"real"' });
    expect(await world.start().refresh()).toMatchObject({ outcome: 'new' });
    expect((await tableOf())?.version).not.toBe(before?.version);
  });

  test('are never confirmed as real ones by a 304, nor real ones as samples', async () => {
    for (const [first, second, isSample] of [
      [sample, {}, undefined],
      [{}, sample, true],
    ] as const) {
      relay.answer = json(prices(100), { ETag: '"same"', ...first });
      await world.start().refresh();
      relay.answer = (request, response) =>
        request.headers['if-none-match']
          ? void response.writeHead(304, second).end()
          : json(prices(300), { ETag: '"same"', ...second })(request, response);
      await world.start().refresh();
      expect((await tableOf())?.sample).toBe(isSample);
      expect(await centsOf(world.start())).toBe(300);
    }
  });
});

describe('the relay’s name', () => {
  test.each<[string, string | undefined]>([
    [encodeURIComponent('Annas Küche 厨房'), 'Annas Küche 厨房'],
    ['a%0Ab%E2%80%AEc', 'abc'],
    ['%', undefined],
    ['%20', undefined],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('%j is shown as %j', async (header, name) => {
    relay.answer = json(prices(100), { 'Skinlens-Name': header });
    expect((await world.start().refresh()).status.relayName).toBe(name);
  });

  test('stays over a fault and a 304, and goes with the relay', async () => {
    relay.answer = json(prices(100), { ETag: '"one"', 'Skinlens-Name': 'Anna' });
    const service = world.start();
    await service.refresh();
    relay.answer = json({ error: 'no' }, {}, 503);
    expect((await service.refresh()).status.relayName).toBe('Anna');
    relay.answer = (_, response) => void response.writeHead(304, { 'Skinlens-Name': 'Ben' }).end();
    expect((await service.refresh()).status.relayName).toBe('Ben');
    relay.answer = json(prices(100), { ETag: '"two"' });
    expect((await service.refresh()).status.relayName).toBeUndefined();
  });
});

test('the fields that the relay knows stay over a fault, and are those of the last answer', async () => {
  const known = () => {
    const stored = world.stored.get(refreshStateKey);
    return isObjectOf(checkShape)(stored) ? stored.relayFields : [];
  };
  relay.answer = json(prices(100), { ETag: '"one"', 'Skinlens-Fields': 'count,sold_7,<b>' });
  const service = world.start();
  await service.refresh();
  relay.answer = json({ error: 'no' }, {}, 503);
  await service.refresh();
  expect(known()).toEqual(['count', 'sold_7']);
  relay.answer = json(prices(100), { ETag: '"two"' });
  await service.refresh();
  expect(known()).toBeUndefined();
});
