import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isObject } from '#core/asks/guards.ts';
import { noFees } from '#core/money/fees.ts';
import type { Detail } from '#core/prices/detail.ts';
import type { Exit } from '#core/prices/exit-value.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { appendNames, readNames } from '#data/catalogue/stored-names.ts';
import { findDetails, openOwnQuotes, ownOf, saveDetails, updateOwnQuotes } from '#data/details/detail-store.ts';
import { openStoredExits, packExits } from '#data/exits/compute-exits.ts';
import { openStoredChanges, packChanges } from '#data/history/stored-changes.ts';
import { packColumns, seal } from '#data/storage/columns.ts';
import { runs } from '../../seed.ts';
import { makeStore } from '../memory-store.ts';
import { tableOfNames } from '../table-of.ts';

const asiimov = 'AWP | Asiimov (Field-Tested)';
const link = 'https://buff.163.com/goods/1';
const detail: Detail = { price: 1234, inflated: true, updatedAt: 4000, count: 7, avg7: 1200.5, avg30: 1100, link };
const exit: Exit = { market: 'csfloat', sells: { cents: 1000.5, of: 'avg7' }, asOf: 5000, netCents: 990, fees: noFees };

const store = makeStore();
const open = () => store;
beforeEach(() => store.stored.clear());

/** More items than a record holds, all alike. */
const manyNames = [...Array.from({ length: 600 }, (_, at) => `Item ${at}`), asiimov];
const numbersOf = (names: readonly string[]) => Uint32Array.from(names, (_, at) => at);

/** Everything that lies in columns: how it is stored and read, and what must be read of the last item. */
const kinds: Readonly<
  Record<
    string,
    {
      put: (table: PriceTable, names: readonly string[]) => unknown;
      get: (table: PriceTable) => unknown;
      expected: unknown;
    }
  >
> = {
  names: {
    put: ({ catalogue }, names) => appendNames(store, catalogue, 0, names),
    get: async (table) => (await readNames(store, table))?.at(-1),
    expected: asiimov,
  },
  buff163: {
    put: async (table, names) => {
      const details = new Map(names.map((name) => [name, detail]));
      const numbered = { table, numbers: numbersOf(names) };
      for (const market of referenceMarkets)
        await saveDetails(store, market, details, numbered, { relay: 'r', updatedAt: 5000, items: 1 });
    },
    get: async (table) => {
      const found = await findDetails(store, ['buff163'], table, [asiimov, manyNames[0] ?? ''], true);
      return found.get('buff163')?.details.get(asiimov);
    },
    expected: detail,
  },
  'own-quotes': {
    put: (table) => updateOwnQuotes({ details: store, own: openOwnQuotes(open) }, table, referenceMarkets),
    get: async ({ catalogue, rows }) => {
      const found = await openOwnQuotes(open).columns(catalogue);
      return found && ownOf(found, rows - 1)?.('csfloat');
    },
    expected: { asOf: 5000, detail: { price: 1234, inflated: true, updatedAt: 4000, count: 7, avg7: 1200.5 } },
  },
  exits: {
    put: ({ catalogue }, names) =>
      openStoredExits(open).write({ catalogue, inputs: 'i', version: 'v' }, packExits(names.map(() => [exit]))),
    get: async (table) => (await openStoredExits(open).of(table))?.find(asiimov),
    expected: [{ market: 'csfloat', sells: { cents: 1000.5, of: 'avg7' }, asOf: 5000 }],
  },
  changes: {
    put: (table, names) => {
      const values = Int16Array.from({ length: names.length * 9 }, (_, at) => (at % 9) + 1);
      const packed = packChanges({ names, values }, { table, numbers: numbersOf(names) });
      return openStoredChanges(open, () => 0).write(
        { catalogue: table.catalogue, relay: 'r', etag: undefined, updatedAt: 5000 },
        packed,
      );
    },
    get: async (table) => (await openStoredChanges(open, () => 0).week(table))?.find(asiimov)?.buff163,
    expected: { percent: 0.2 },
  },
};

async function putAll(table: PriceTable, names: readonly string[]): Promise<void> {
  for (const { put } of Object.values(kinds)) await put(table, names);
}

/** The bytes that a store has under a key. */
const bytesIn = async (value: unknown): Promise<ArrayBuffer | undefined> =>
  value instanceof ArrayBuffer
    ? value
    : isObject(value) && value['bytes'] instanceof Blob
      ? value['bytes'].arrayBuffer()
      : undefined;
const withBytes = (value: unknown, bytes: ArrayBuffer): unknown =>
  isObject(value) ? { ...value, bytes: new Blob([bytes]) } : bytes;

/** As version 3 is stored: an update must read it, have other columns in it, or raise `storedVersions.columns`. */
const firstBytes: Readonly<Record<string, string>> = {
  'names/0': 'K+4vyyAAAABbIkFXUCB8IEFzaWltb3YgKEZpZWxkLVRlc3RlZCkiXQ==',
  'buff163/0': 'vaR6VQEAAAAAAAAAAEiTQAAAAAAAwpJAAAAAAAAwkUAHAAAABAAAAAEAAAA=',
  'buff163/links/0': 'TErUySAAAABbImh0dHBzOi8vYnVmZi4xNjMuY29tL2dvb2RzLzEiXQ==',
  'own-quotes': 'pq8woQMAAAAAAAAAAMKSQAAAAAAAwpJAAAAAAADCkkDSBAAA0gQAANIEAAAEAAAABAAAAAQAAAAHAAAABwAAAAcAAAABAQEA',
  exits: 'ownv2AEAAAAAAAAAAESPQAAAAAAFAAAAQQAAAA==',
  changes: 'Q5qAwQkAAAABAAIAAwAEAAUABgAHAAgACQAAAA==',
};

test.each(Object.entries(firstBytes))(
  '%s: bytes are read and written as when their version was introduced',
  async (key, bytes) => {
    const table = { ...tableOfNames([asiimov]), catalogue: 'c' };
    await putAll(table, [asiimov]);
    const written = await bytesIn(store.stored.get(key));
    expect(Buffer.from(written ?? new ArrayBuffer()).toString('base64')).toBe(bytes);
  },
);

test.each(Object.entries(kinds))(
  '%s: damaged bytes, and those of something else, are none until others are written',
  async (kind, { put, get, expected }) => {
    const [table, other] = [tableOfNames(manyNames), tableOfNames(manyNames)];
    await putAll(other, manyNames);
    const others = new Map(store.stored);
    await putAll(table, manyNames);
    const good = new Map(store.stored);
    expect(await get(table)).toEqual(expected);
    expect(await get(other)).toBeUndefined();
    const keys = [...good.keys()].filter((key) => key.split('/')[0] === kind && key !== 'names' && key !== 'buff163');
    const damage = fc.oneof(
      fc.record({ bit: fc.nat() }),
      fc.record({ cut: fc.integer({ min: 1, max: 64 }) }),
      fc.record({ instead: fc.constantFrom(...keys.map((key) => others.get(key)), ...good.values(), undefined) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), damage, async (key, damage) => {
        for (const [key, value] of good) store.stored.set(key, value);
        const value = good.get(key);
        const bytes = new Uint8Array((await bytesIn(value))?.slice(0) ?? []);
        const at = 'bit' in damage ? damage.bit % (bytes.length * 8) : 0;
        if ('instead' in damage) {
          if (damage.instead === value) return;
          store.stored.set(key, damage.instead);
        } else if ('cut' in damage) store.stored.set(key, withBytes(value, bytes.buffer.slice(0, -damage.cut)));
        else
          store.stored.set(
            key,
            withBytes(value, bytes.map((byte, place) => (place === at >> 3 ? byte ^ (1 << (at & 7)) : byte)).buffer),
          );
        expect(await get(table)).toBeUndefined();
        await put(table, manyNames);
        expect(await get(table)).toEqual(expected);
      }),
      { numRuns: runs(60) },
    );
  },
);

test('what references tell in an earlier layout is none, and packed anew from the same data', async () => {
  const table = tableOfNames([asiimov]);
  await putAll(table, [asiimov]);
  const stored = store.stored.get('own-quotes');
  const earlier = packColumns({ cents: 'u32', seconds: 'u32', flags: 'u8' }, referenceMarkets.length);
  earlier.columns.cents.fill(999);
  store.stored.set('own-quotes', withBytes(stored, seal(earlier.buffer, `${table.catalogue} own-quotes`)));
  expect(await openOwnQuotes(open).about()).toBeUndefined();
  await kinds['own-quotes']?.put(table, [asiimov]);
  expect(await kinds['own-quotes']?.get(table)).toEqual(kinds['own-quotes']?.expected);
});

const exits = (cents: number) => packExits([[{ ...exit, sells: { cents, of: 'ask' } }]]);
const about = { catalogue: 'a', inputs: 'i', version: 'v' };
const centsOf = async (from: ReturnType<typeof openStoredExits>) => (await from.columns('a'))?.columns.cents[0];

test('columns are read once, with what is known about them, and forgotten once', async () => {
  await openStoredExits(open).write(about, exits(1));
  const columns = openStoredExits(open);
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
  onTestFinished(() => read.mockRestore());
  expect([...(await Promise.all([centsOf(columns), centsOf(columns)])), read.mock.calls.length]).toEqual([1, 1, 1]);
  expect([await columns.about(), read.mock.calls.length]).toEqual([expect.objectContaining(about), 1]);
  expect([await columns.columns('b'), await columns.columns(undefined)]).toEqual([undefined, undefined]);
  expect([await columns.forget(), await columns.forget(), await centsOf(columns)]).toEqual([true, false, undefined]);
});

test('others that are written while damaged ones are opened stay', async () => {
  store.stored.set('exits', { ...about, bytes: new Blob(['damaged']) });
  const columns = openStoredExits(open);
  const opening = columns.columns('a');
  await columns.write(about, exits(3));
  expect([await opening, await centsOf(columns)]).toEqual([undefined, 3]);
});
