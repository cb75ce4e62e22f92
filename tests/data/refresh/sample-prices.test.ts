import { describe, expect, test } from 'vitest';
import { isStoredTable, tableKey } from '#data/catalogue/loaded-table.ts';
import { centsOf, item, makeWorld, prices, worldForEach } from '../price-service-world.ts';
import { json } from '../stub-relay.ts';

const sample = { 'Skinlens-Sample': '1' };
const minute = 60_000;

const { relay, world } = worldForEach(json(prices(100), { ETag: '"sample-one"', ...sample }));

/** All that is stored, but for a catalogue's random name, which the table's bytes hold too. */
const storedBy = ({ stored }: typeof world) => {
  const table = stored.get(tableKey);
  if (!isStoredTable(table)) throw new Error('no table is stored');
  return { ...Object.fromEntries(stored), [tableKey]: { ...table, bytes: table.bytes.size, catalogue: '' } };
};

const tableOf = async () => (await world.start().quotesWithoutUse([item])).table;

describe('sample prices', () => {
  test('are marked in every answer, also by the next worker', async () => {
    const answer = await world.start().refresh();
    expect(answer.status.table).toMatchObject({ items: 1, sample: true });
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

describe('the sample prices that come with the extension', () => {
  const shown = async () => ({ cents: await centsOf(world.start()), table: await tableOf() });
  const unreachable = () => (world.unreachable = true);

  test('are shown when the user asks for them, as samples, and stay new while no relay answers', async () => {
    unreachable();
    await world.start().trySamples();
    expect(await shown()).toMatchObject({ cents: 70, table: { sample: true } });
    for (const { outcome, passed } of [
      { outcome: 'unchanged', passed: minute },
      { outcome: 'new', passed: 30 * minute },
    ]) {
      world.now += passed;
      const { status, ...answer } = await world.start().refresh();
      expect({ ...answer, fault: status.fault }).toEqual({ outcome, fault: null });
      expect(world.now - (status.table?.asOf ?? 0)).toBeLessThan(30 * minute);
    }
    // Other feeds do not ask for it.
    expect(world.successes).toBe(0);
  });

  test('leave nothing behind when a relay answers', async () => {
    const clean = makeWorld(relay);
    relay.answer = json(prices(250), { ETag: '"real"' });
    await clean.start().refresh();
    unreachable();
    world.samples = { ...prices(70), 'Kilowatt Case': { ...prices(70)[item], liquidity: 99 } };
    await world.start().trySamples();
    world.unreachable = false;
    expect(await world.start().refresh()).toMatchObject({ outcome: 'new', status: { table: { items: 1 } } });
    expect(storedBy(world)).toEqual(storedBy(clean));
    expect(world.names).toEqual(clean.names);
  });

  test('never replace other prices, nor come unasked', async () => {
    await world.start().refresh();
    await world.start().trySamples();
    expect(await centsOf(world.start())).toBe(100);
    unreachable();
    expect(await world.start().refresh()).toMatchObject({ outcome: 'failed' });
    expect(await centsOf(world.start())).toBe(100);
    makeWorld(relay, world);
    unreachable();
    expect(await world.start().refresh()).toMatchObject({ outcome: 'failed', status: { table: null } });
  });

  test('do not come later in place of a relay’s when it forbade the check', async () => {
    relay.answer = json({ error: 'no' }, { 'Retry-After': '60' }, 429);
    const service = world.start();
    await service.refresh();
    await service.trySamples();
    relay.answer = json(prices(100));
    world.now += 2 * minute;
    expect(await service.refresh()).toMatchObject({ outcome: 'new' });
    expect([await centsOf(service), world.successes]).toEqual([100, 1]);
  });

  test('wait for a running check, whose prices count', async () => {
    const service = world.start();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    relay.answer = async (request, response) => {
      asked.resolve();
      await answered.promise;
      json(prices(100))(request, response);
    };
    const check = service.refresh();
    await asked.promise;
    const tried = service.trySamples();
    answered.resolve();
    await Promise.all([check, tried]);
    expect(await centsOf(service)).toBe(100);
    await service.refresh();
    expect(await centsOf(service)).toBe(100);
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
