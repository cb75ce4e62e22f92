import { describe, expect, test } from 'vitest';
import { refreshStateKey, type StoredTable, tableKey } from '#data/catalogue/loaded-table.ts';
import { centsOf, item, prices, worldForEach } from '../price-service-world.ts';
import { json } from '../stub-relay.ts';

const { relay, world } = worldForEach(json(prices(100), { ETag: '"one"' }));

/** The same item at 1 dollar, packed by an earlier version of the extension. */
const earlier = 'U0tMUAYAAAABAAAAumHnG61bObMp+uqOZAAAAGQAAABkAAAAeWCEAzcRX2k=';
const bytesOf = (base64: string): Blob => new Blob([Uint8Array.from(Buffer.from(base64, 'base64'))]);

class LostBlob extends Blob {
  override arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
}

const changed = (change: (words: Uint32Array) => void) => async (stored: StoredTable) => {
  const buffer = await stored.bytes.arrayBuffer();
  change(new Uint32Array(buffer));
  return { ...stored, bytes: new Blob([buffer]) };
};

const copies: [string, (stored: StoredTable) => unknown][] = [
  ['of another version', (stored) => ({ ...stored, bytes: bytesOf(earlier) })],
  ['of another catalogue', (stored) => ({ ...stored, catalogue: 'other' })],
  ['whose catalogue is not told', ({ catalogue: _, ...stored }) => stored],
  ['with one price changed', changed((words) => words.set([7], 5))],
  ['that says it has four thousand million rows', changed((words) => words.set([0xffff_ffff], 1))],
  ['without its last bytes', (stored) => ({ ...stored, bytes: stored.bytes.slice(0, -3) })],
  ['that is nothing but a header', (stored) => ({ ...stored, bytes: stored.bytes.slice(0, 8) })],
  ['whose bytes are a text', (stored) => ({ ...stored, bytes: 'x'.repeat(40) })],
  ['whose bytes the disk lost', (stored) => ({ ...stored, bytes: new LostBlob() })],
  ['whose time is a text', (stored) => ({ ...stored, asOf: 'yesterday' })],
  ['that is a text', () => '{"prices":1}'],
  ['that is null', () => null],
  ['that is gone', () => undefined],
];

describe('a stored table', () => {
  test.each(copies)('%s is refused: look-ups answer, and the whole table is fetched again', async (_, damage) => {
    await world.start().refresh();
    world.stored.set(tableKey, await damage(world.stored.get(tableKey) as StoredTable));
    const service = world.start();
    world.now += 60_001;
    expect(await service.quotes([item, 'nothing'])).toEqual({ table: null, fault: null, quotes: [] });
    await expect.poll(() => centsOf(service)).toBe(100);
    expect(relay.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
    expect(await service.status()).toMatchObject({ fault: null, storageProblem: null, table: { items: 1 } });
    expect(await centsOf(world.start())).toBe(100);
  });

  test.each([7, 'x', null, { failures: 'many' }])('with %j as refresh state is used', async (state) => {
    await world.start().refresh();
    world.stored.set(refreshStateKey, state);
    const service = world.start();
    expect(await centsOf(service)).toBe(100);
    await expect.poll(() => relay.requests.length).toBe(2);
    expect(relay.requests[1]?.headers['if-none-match']).toBe('"one"');
  });
});

describe('a storage', () => {
  test('that is missing: prices come from memory, and the status reports it', async () => {
    world.broken = true;
    const service = world.start();
    expect(await service.quotes([item])).toMatchObject({ table: null, fault: null });
    expect((await service.status()).storageProblem).toContain('no storage');
    await service.refresh();
    expect(await centsOf(service)).toBe(100);
    expect((await service.status()).storageProblem).toContain('no storage');
    expect(await service.refresh()).toMatchObject({ outcome: 'unchanged' });
  });

  test('that is full: the stored table stays, new prices come from memory, and the report ends with the next write', async () => {
    const service = world.start();
    await service.refresh();
    relay.answer = json(prices(200), { ETag: '"two"' });
    world.full = true;
    expect(await service.refresh()).toMatchObject({
      outcome: 'new',
      status: { fault: null, storageProblem: expect.stringContaining('QuotaExceededError') },
    });
    expect(await centsOf(service)).toBe(200);
    expect(await centsOf(world.start())).toBe(100);
    world.full = false;
    relay.answer = json(prices(300), { ETag: '"three"' });
    expect(await service.refresh()).toMatchObject({ outcome: 'new', status: { storageProblem: null } });
    expect(await centsOf(world.start())).toBe(300);
  });

  test('that never ends a write delays no look-up', async () => {
    await world.start().refresh();
    world.stuck = true;
    expect(await centsOf(world.start())).toBe(100);
  });
});
