import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredTable } from '#prices/storage/stored-state.ts';
import { tableKey } from '#prices/storage/stored-state.ts';
import { formatVersion } from '#prices/table/layout.ts';
import { centsOf, item, makeWorld, prices, type World } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

let relay: StubRelay;
let world: World;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"one"' }));
  world = makeWorld(relay);
});
afterEach(() => relay.close());

/** The same item at 1 dollar as earlier versions of the extension packed it. */
const earlier: readonly string[] = [
  'U0tMUAEAAAABAAAAAwAAAM4FyowAAAAAAAAAAAAAAADCGwlEqtd3ZmQAAABkAAAAZAAAAAAAAQAAAIQDAAAAAA==',
  'U0tMUAIAAAABAAAAAwAAAI9Q8O4AAAAAAAAAAAAAAACtWzmzKfrqjmQAAABkAAAAZAAAAAAAAAABAHlghAMAAA==',
  'U0tMUAMAAAABAAAAAwAAAI9Q8O4AAAAAAAAAAAAAAACtWzmzKfrqjmQAAABkAAAAZAAAAAAAAAABAHlghAMAAA==',
  'U0tMUAQAAAABAAAAEs3EQq1bObMp+uqOZAAAAGQAAABkAAAAeWCEAw==',
  'U0tMUAUAAAABAAAAumHnG61bObMp+uqOZAAAAGQAAABkAAAAeWCEA/dpQfY=',
];

const bytesOf = (base64: string): Blob => new Blob([Uint8Array.from(Buffer.from(base64, 'base64'))]);

/** What the storage gives when the file behind it is gone. */
class Lost extends Blob {
  override arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
}

/** A copy of this version's table with one change. */
const changed = (change: (words: Uint32Array) => void) => async (stored: StoredTable) => {
  const buffer = await stored.bytes.arrayBuffer();
  change(new Uint32Array(buffer));
  return { ...stored, bytes: new Blob([buffer]) };
};

const copies: [string, (stored: StoredTable) => unknown][] = [
  ...earlier.map((base64, index): [string, (stored: StoredTable) => unknown] => [
    `of version ${index + 1}`,
    (stored) => ({ ...stored, bytes: bytesOf(base64) }),
  ]),
  ['of a version to come', changed((words) => words.set([formatVersion + 1], 1))],
  ['with one price changed', changed((words) => words.set([7], 6))],
  ['that says it has a row more', changed((words) => words.set([2], 2))],
  ['that says it has four thousand million rows', changed((words) => words.set([0xffff_ffff], 2))],
  ['without its last bytes', (stored) => ({ ...stored, bytes: stored.bytes.slice(0, -3) })],
  ['without its last row', (stored) => ({ ...stored, bytes: stored.bytes.slice(0, -24) })],
  ['with another checksum of its rows', changed((words) => words.set([7], words.length - 1))],
  ['that is nothing but a header', (stored) => ({ ...stored, bytes: stored.bytes.slice(0, 16) })],
  ['of no bytes', (stored) => ({ ...stored, bytes: new Blob() })],
  ['of noise', (stored) => ({ ...stored, bytes: new Blob([Uint8Array.from({ length: 4000 }, (_, at) => at * 7)]) })],
  ['whose bytes are a text', (stored) => ({ ...stored, bytes: 'x'.repeat(40) })],
  ['whose bytes the disk lost', (stored) => ({ ...stored, bytes: new Lost() })],
  // As they were kept before.
  ['whose bytes are no Blob', async ({ bytes, ...facts }) => ({ ...facts, buffer: await bytes.arrayBuffer() })],
  ['whose time is a text', (stored) => ({ ...stored, asOf: 'yesterday' })],
  ['that is a text', () => '{"prices":1}'],
  ['that is null', () => null],
  ['that is gone', () => undefined],
];

describe('a stored table', () => {
  test.each(copies)('%s is refused; look-ups answer, and the whole is asked for anew', async (_, spoil) => {
    await world.start().refresh();
    world.kept.set(tableKey, await spoil(world.kept.get(tableKey) as StoredTable));
    const engine = world.start();
    world.now += 60_001;
    expect(await engine.quotes([item, 'nothing'])).toEqual({ table: null, fault: null, quotes: [] });
    await expect.poll(() => centsOf(engine)).toBe(100);
    expect(relay.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
    expect(await engine.status()).toMatchObject({ fault: null, storageProblem: null, table: { items: 1 } });
    expect(await centsOf(world.start())).toBe(100);
  });

  test('of this version is taken as it is', async () => {
    await world.start().refresh();
    expect(await centsOf(world.start())).toBe(100);
    expect(relay.requests.length).toBe(1);
  });

  test.each([7, 'x', null, { failures: 'many' }])('beside %j for what was known of looks is used', async (look) => {
    await world.start().refresh();
    world.kept.set('partner-look', look);
    const engine = world.start();
    expect(await centsOf(engine)).toBe(100);
    await expect.poll(() => relay.requests.length).toBe(2);
    expect(relay.requests[1]?.headers['if-none-match']).toBe('"one"');
  });
});

describe('a storage', () => {
  test('that is not there: prices come from memory, and the status says why', async () => {
    world.broken = true;
    const engine = world.start();
    expect(await engine.quotes([item])).toMatchObject({ table: null, fault: null });
    expect((await engine.status()).storageProblem).toContain('no storage');
    await engine.refresh();
    expect(await centsOf(engine)).toBe(100);
    expect((await engine.status()).storageProblem).toContain('no storage');
    expect(await engine.refresh()).toMatchObject({ outcome: 'unchanged' });
  });

  test('that is full: what was kept stays, what is new comes from memory, and room again ends the complaint', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = json(prices(200), { ETag: '"two"' });
    world.full = true;
    expect(await engine.refresh()).toMatchObject({
      outcome: 'new',
      status: { fault: null, storageProblem: expect.stringContaining('QuotaExceededError') },
    });
    expect(await centsOf(engine)).toBe(200);
    expect(await centsOf(world.start())).toBe(100);
    world.full = false;
    relay.answer = json(prices(300), { ETag: '"three"' });
    expect(await engine.refresh()).toMatchObject({ outcome: 'new', status: { storageProblem: null } });
    expect(await centsOf(world.start())).toBe(300);
  });

  test('that never ends a write holds no look-up up', async () => {
    await world.start().refresh();
    world.stuck = true;
    expect(await centsOf(world.start())).toBe(100);
  });
});
