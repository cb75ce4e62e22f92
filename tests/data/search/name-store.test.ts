import { beforeEach, describe, expect, test } from 'vitest';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { packTable } from '#data/catalogue/pack-table.ts';
import { namesKey } from '#data/catalogue/stored-names.ts';
import { createNameStore, type NameStore } from '#data/search/name-store.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { everyName } from '../../core/every-name.ts';
import { loaded, rowsOf } from '../table-of.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const howl = 'M4A4 | Howl (Factory New)';

function makeWorld() {
  const stored = new Map<string, unknown>();
  const world = {
    stored,
    reads: [] as string[],
    writes: 0,
    refuses: { read: false, write: false },
    missing: 0,
    liquidity: new Map<string, number>(),
    table: undefined as LoadedTable | undefined,
    start: (): NameStore =>
      createNameStore({ store, onMissing: () => world.missing++, table: async () => world.table }),
  };
  const store: KeyValueStore = {
    read: async (keys) => {
      if (world.refuses.read) throw new Error('no storage');
      world.reads.push(...keys);
      return keys.map((key) => structuredClone(stored.get(key)));
    },
    write: async (entries) => {
      if (world.refuses.write) throw new Error('QuotaExceededError');
      world.writes++;
      for (const [key, value] of Object.entries(entries)) stored.set(key, structuredClone(value));
    },
  };
  return world;
}

let world: ReturnType<typeof makeWorld>;
beforeEach(() => {
  world = makeWorld();
});

async function save(store: NameStore, names: readonly string[]) {
  const isComplete = world.table === undefined || (await store.hasAll(world.table.table));
  const of = (name: string) => ({ buff163: 1, inflated: false, liquidity: world.liquidity.get(name) });
  const rows = rowsOf(names.map((name) => [name, of(name)]));
  const grown = packTable(rows, isComplete ? world.table?.table : undefined);
  world.table = loaded(grown.table);
  await store.append(grown.table.catalogue, grown.firstAdded, grown.added);
}
const found = (...names: string[]) => ({ state: 'found', names });
const number = (name: string) => world.table?.table.numberOf(name) ?? -1;

describe('stored names', () => {
  test('are found by the worker that stored them and by the next one', async () => {
    const names = world.start();
    await save(names, [redline, howl]);
    expect(await names.search('redl', 20)).toEqual(found(redline));
    expect(await world.start().search('howl', 20)).toEqual(found(howl));
  });

  test('are neither read nor written by a refresh without new ones', async () => {
    await save(world.start(), [redline]);
    world.reads.length = 0;
    await save(world.start(), [redline]);
    expect([world.reads, world.writes]).toEqual([[namesKey], 1]);
  });

  test('stay where they are when others are added, of which few are written', async () => {
    const names = world.start();
    await save(names, everyName.slice(0, 2000));
    const before = new Map(world.stored);
    await save(names, [...everyName.slice(1000, 2000), redline, howl]);
    const written = [...world.stored].filter(([key, value]) => before.get(key) !== value).map(([key]) => key);
    expect(written.sort()).toEqual([namesKey, `${namesKey}/3`]);
    expect(await names.read([0, 1999, number(howl)])).toEqual([everyName[0], everyName[1999], howl]);
    expect(await names.search('m4a4 howl fn', 1)).toEqual(found(howl));
  });

  test('replace the index while search is in use', async () => {
    const names = world.start();
    await save(names, [redline]);
    await names.search('howl', 20);
    await save(names, [redline, howl]);
    expect(await names.search('howl', 20)).toEqual(found(howl));
  });

  test('of a worker that ended before it stored their table are replaced', async () => {
    const names = world.start();
    await save(names, [redline]);
    const { table } = world;
    await save(names, [redline, 'Lost Case']);
    world.table = table;
    const next = world.start();
    await save(next, [redline, howl]);
    expect(await next.read([0, 1])).toEqual([redline, howl]);
  });

  test('of equal matches the more liquid item comes first', async () => {
    const minimalWear = 'AK-47 | Redline (Minimal Wear)';
    const names = world.start();
    await save(names, [redline, minimalWear]);
    expect(await names.search('redline', 20)).toEqual(found(minimalWear, redline));
    world.liquidity.set(redline, 60).set(minimalWear, 50);
    await save(names, [redline, minimalWear]);
    expect(await world.start().search('redline', 20)).toEqual(found(redline, minimalWear));
  });
});

describe('the names of some numbers', () => {
  test('are read by a later worker from few of the stored names', async () => {
    await save(world.start(), everyName.slice(0, 5000));
    world.reads.length = 0;
    expect(await world.start().read([4000, 4001, 4000])).toEqual([everyName[4000], everyName[4001], everyName[4000]]);
    expect(world.reads).toHaveLength(1);
    expect(world.missing).toBe(0);
  });

  test('wait for names that are being stored', async () => {
    const names = world.start();
    void save(names, [redline]);
    expect(await names.read([0])).toEqual([redline]);
  });

  test('are not found without stored names, which are requested once', async () => {
    const names = world.start();
    await save(names, [redline]);
    world.stored.clear();
    expect(await names.read([0])).toBeUndefined();
    expect(await names.read([0])).toBeUndefined();
    expect(world.missing).toBe(1);
    world.refuses.read = true;
    expect(await names.read([0])).toBeUndefined();
  });
});

const none = { state: 'unavailable', reason: 'none' };
const refused = { state: 'unavailable', reason: 'storage' };

const record = `${namesKey}/0`;
const bytesOf = (stored: Map<string, unknown>) => stored.get(record) as ArrayBuffer;

const damages: Readonly<Record<string, (stored: Map<string, unknown>) => unknown>> = {
  none: (stored) => stored.clear(),
  'another shape': (stored) => stored.set(namesKey, { names: [redline] }),
  'those of an earlier version': (stored) => stored.set(namesKey, { count: 2, bytes: new ArrayBuffer(9) }),
  'another catalogue': (stored) => stored.set(namesKey, { catalogue: 'other', count: 2 }),
  'cut short': (stored) => stored.set(record, bytesOf(stored).slice(0, -4)),
  'a missing record': (stored) => stored.delete(record),
  'a changed byte': (stored) => {
    const bytes = new Uint8Array(bytesOf(stored).slice(0));
    bytes[12] = (bytes[12] ?? 0) ^ 1;
    stored.set(record, bytes.buffer);
  },
};

describe('without usable names', () => {
  test.each(Object.keys(damages))(
    '%s: search is unavailable, requests names once, and works again with new names',
    async (damage) => {
      await save(world.start(), [redline, howl]);
      damages[damage]?.(world.stored);
      const names = world.start();
      expect(await names.search('redline', 20)).toEqual(none);
      expect(await names.search('redline', 20)).toEqual(none);
      expect(world.missing).toBe(1);
      await save(names, [redline, howl]);
      expect(await names.search('redline', 20)).toEqual(found(redline));
    },
  );

  test('no room: search reports it, requests nothing, and works once there is room', async () => {
    const names = world.start();
    world.refuses.write = true;
    await save(names, [redline]);
    expect(await names.search('redline', 20)).toEqual(refused);
    expect(world.missing).toBe(0);
    world.refuses.write = false;
    await save(names, [redline]);
    expect(await names.search('redline', 20)).toEqual(found(redline));
  });

  test('no room for new names: the old ones are found, and all once there is room', async () => {
    const names = world.start();
    await save(names, [redline]);
    world.refuses.write = true;
    await save(names, [redline, howl]);
    expect(await names.search('redline', 20)).toEqual(found(redline));
    world.refuses.write = false;
    await save(names, [redline, howl]);
    expect(await names.search('howl', 20)).toEqual(found(howl));
  });
});
