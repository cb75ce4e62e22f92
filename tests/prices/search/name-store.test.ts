import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  createNameStore,
  fingerprintKey,
  gunzip,
  gzip,
  idleMs,
  type NameStore,
  namesKey,
} from '#prices/search/name-store.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import { fingerprintOf, hashAll } from '#prices/table/write-table.ts';
import { everyName } from '../../core/every-name.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const howl = 'M4A4 | Howl (Factory New)';

/** Everything around a worker: the store outlives it, and tests change the other members. */
function makeWorld() {
  const stored = new Map<string, unknown>();
  const world = {
    stored,
    reads: [] as string[],
    writes: 0,
    refuses: { read: false, write: false, liquidity: false },
    missing: 0,
    timers: new Map<() => void, number>(),
    liquidity: new Map<string, number>(),
    start: (): NameStore =>
      createNameStore({
        store,
        after,
        onMissing: () => world.missing++,
        liquidity: async (names) => {
          if (world.refuses.liquidity) throw new Error('no table');
          return names.map((name) => world.liquidity.get(name));
        },
      }),
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
  const after = (ms: number, run: () => void) => {
    world.timers.set(run, ms);
    return () => void world.timers.delete(run);
  };
  return world;
}

let world: ReturnType<typeof makeWorld>;
beforeEach(() => {
  world = makeWorld();
});

/** Stores names as a refresh does. */
const save = (store: NameStore, names: readonly string[]) => store.save(names, fingerprintOf(hashAll(names)));
const found = (...names: string[]) => ({ state: 'found', names });
const bytesOf = (stored: Map<string, unknown>): ArrayBuffer => (stored.get(namesKey) as { bytes: ArrayBuffer }).bytes;

describe('stored names', () => {
  test('are found by the worker that stored them and by the next one', async () => {
    const names = world.start();
    await save(names, [redline, howl]);
    expect(await names.search('redl', 20)).toEqual(found(redline));
    expect(await world.start().search('howl', 20)).toEqual(found(howl));
  });

  test('are not read before the first search', async () => {
    await save(world.start(), [redline]);
    await save(world.start(), [redline]);
    expect(world.reads).toEqual([fingerprintKey, fingerprintKey]);
  });

  test('are written once for the same names in any order, and again for others and for other spellings', async () => {
    const names = world.start();
    await save(names, [redline, howl]);
    await save(names, [howl, redline]);
    expect(world.writes).toBe(1);
    await save(names, [howl, redline.replace(' ', '  ')]);
    expect(world.writes).toBe(2);
    await save(names, [redline]);
    expect(world.writes).toBe(3);
    expect(await names.search('howl', 20)).toEqual(found());
  });

  test('replace the index while search is in use', async () => {
    const names = world.start();
    await save(names, [redline]);
    await names.search('howl', 20);
    await save(names, [redline, howl]);
    expect(await names.search('howl', 20)).toEqual(found(howl));
  });

  test('of equal matches the more liquid item comes first', async () => {
    const minimalWear = 'AK-47 | Redline (Minimal Wear)';
    const names = world.start();
    await save(names, [redline, minimalWear]);
    expect(await names.search('redline', 20)).toEqual(found(minimalWear, redline));
    world.liquidity.set(redline, 60).set(minimalWear, 50);
    expect(await world.start().search('redline', 20)).toEqual(found(redline, minimalWear));
  });

  test('are found without an order by liquidity when there is no table', async () => {
    await save(world.start(), [redline, howl]);
    world.refuses.liquidity = true;
    expect(await world.start().search('redl', 20)).toEqual(found(redline));
  });

  test('are dropped after a while without search, and read again for the next', async () => {
    const names = world.start();
    await save(names, [redline]);
    await names.search('', 1);
    await names.search('redline', 1);
    expect([...world.timers.values()]).toEqual([idleMs]);
    expect(world.reads.filter((key) => key === namesKey)).toHaveLength(1);
    for (const run of world.timers.keys()) run();
    expect(await names.search('redline', 1)).toEqual(found(redline));
    expect(world.reads.filter((key) => key === namesKey)).toHaveLength(2);
  });
});

describe('the stored spelling of a name', () => {
  const [moveIt, twin] = ['Sticker | Move It (Foil)', 'Sticker | Move It(Foil)'];
  const spaced = 'Sticker | niko  | Paris 2023';

  test('is found by a later worker for any spelling that comes near one name', async () => {
    await save(world.start(), [redline, spaced, moveIt]);
    const asked = [redline.toUpperCase(), 'Sticker | niko | Paris 2023', twin, 'Sticker | Crown (Foil)'];
    expect(await world.start().findSpellings(asked)).toEqual([redline, spaced, moveIt, undefined]);
    expect(world.missing).toBe(0);
  });

  test('is not told where two names come near', async () => {
    const names = world.start();
    await save(names, [moveIt, twin]);
    expect(await names.findSpellings([moveIt.toUpperCase()])).toEqual([undefined]);
  });

  test('is read from few of the stored names', async () => {
    await save(world.start(), everyName.slice(0, 5000));
    world.reads.length = 0;
    await world.start().findSpellings([redline, redline.toLowerCase()]);
    expect(world.reads).toHaveLength(1);
  });

  test('waits for names that are being stored', async () => {
    const names = world.start();
    void save(names, [redline]);
    expect(await names.findSpellings([redline.toLowerCase()])).toEqual([redline]);
  });

  test('is not found without stored names, which are requested once', async () => {
    const names = world.start();
    expect(await names.findSpellings([redline])).toEqual([undefined]);
    expect(await names.findSpellings([redline])).toEqual([undefined]);
    expect(world.missing).toBe(1);
    world.refuses.read = true;
    expect(await names.findSpellings([redline])).toEqual([undefined]);
  });
});

const none = { state: 'unavailable', reason: 'none' };
const refused = { state: 'unavailable', reason: 'storage' };

/** Damage to stored names. */
const damages: Readonly<Record<string, (stored: Map<string, unknown>) => unknown>> = {
  none: (stored) => stored.clear(),
  'another shape': (stored) => stored.set(namesKey, { names: [redline] }),
  'an older form': (stored) => stored.set(namesKey, redline),
  'cut short': (stored) => stored.set(namesKey, { count: 2, bytes: bytesOf(stored).slice(0, -9) }),
  'a wrong count': (stored) => stored.set(namesKey, { count: 3, bytes: bytesOf(stored) }),
  'a changed byte': (stored) => {
    const bytes = new Uint8Array(bytesOf(stored));
    const at = bytes.length - 6; // its checksum
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    stored.set(namesKey, { count: 2, bytes: bytes.buffer });
  },
  'no bytes': (stored) => stored.set(namesKey, { count: 0, bytes: new ArrayBuffer(0) }),
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

  test('no room for new names: the old ones are found', async () => {
    const names = world.start();
    await save(names, [redline]);
    world.refuses.write = true;
    await save(names, [redline, howl]);
    expect(await names.search('redline', 20)).toEqual(found(redline));
  });

  test('no storage: search reports it', async () => {
    world.refuses.read = true;
    const names = world.start();
    await save(names, [redline]);
    expect(await names.search('redline', 20)).toEqual(refused);
  });
});

describe('gzipped names', () => {
  test('all come back, and take less than a fifth of the text', async () => {
    const bytes = await gzip(everyName);
    expect(await gunzip(bytes)).toEqual(everyName);
    expect(bytes.byteLength).toBeLessThan(everyName.join('\n').length / 5);
  });

  test('are refused when truncated anywhere', async () => {
    const bytes = await gzip(everyName.slice(0, 50));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.byteLength - 1), async (length) => {
        await expect(gunzip(bytes.slice(0, length))).rejects.toThrow();
      }),
    );
  });
});
