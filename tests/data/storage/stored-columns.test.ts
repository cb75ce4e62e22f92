import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isObjectOf, isString } from '#core/asks/guards.ts';
import { packColumns } from '#data/catalogue/columns.ts';
import { storedColumns } from '#data/storage/stored-columns.ts';
import { makeStore } from '../memory-store.ts';

const types = { small: 'u8', large: 'f64' } as const;
const isAbout = isObjectOf<{ readonly source: string }>({ source: isString });
const about = { catalogue: 'a', source: 'relay' };

const store = makeStore();
const open = () => storedColumns(() => store, 'key', types, isAbout);
const packed = (value: number) => {
  const columns = packColumns(types, 3);
  columns.columns.large.fill(value);
  return columns;
};

beforeEach(() => store.stored.clear());

test('columns survive the worker, with what is known about them, and are those of one catalogue', async () => {
  const first = open();
  await first.write(about, packed(1.5));
  for (const each of [first, open()]) {
    expect(await each.about()).toMatchObject(about);
    expect([...((await each.columns('a'))?.columns.large ?? [])]).toEqual([1.5, 1.5, 1.5]);
    expect([await each.columns('b'), await each.columns(undefined)]).toEqual([undefined, undefined]);
  }
  await first.write(about, packed(2));
  expect((await first.columns('a'))?.columns.large[0]).toBe(2);
  expect([await first.forget(), await first.forget(), await open().columns('a')]).toEqual([true, false, undefined]);
});

test('a damaged byte anywhere is noticed, and so are missing ones and the bytes of another catalogue', async () => {
  await open().write(about, packed(1));
  const stored = store.stored.get('key');
  const whole = new Uint8Array(packed(1).buffer.byteLength);
  const damaged = async (change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>, of = 'a') => {
    if (!isStoredBytes(stored)) throw new Error('nothing is stored');
    const bytes = change(new Uint8Array(await stored.bytes.arrayBuffer()));
    store.stored.set('key', { ...stored, catalogue: of, bytes: new Blob([bytes]) });
    const found = await open().columns(of);
    if (!found) expect(await open().about()).toBeUndefined();
    return found;
  };
  expect(await damaged((bytes) => bytes)).toBeDefined();
  expect(await damaged((bytes) => bytes.subarray(1))).toBeUndefined();
  expect(await damaged((bytes) => bytes, 'b')).toBeUndefined();
  for (const at of whole.keys())
    expect(await damaged((bytes) => bytes.map((byte, place) => (place === at ? byte ^ 0x40 : byte)))).toBeUndefined();
});

const isStoredBytes = isObjectOf<{ readonly bytes: Blob }>({ bytes: (value): value is Blob => value instanceof Blob });

test('others that are written while damaged ones are opened stay', async () => {
  store.stored.set('key', { ...about, bytes: new Blob(['damaged']) });
  const columns = open();
  await columns.about();
  const opening = columns.columns('a');
  await columns.write(about, packed(3));
  expect(await opening).toBeUndefined();
  expect((await columns.columns('a'))?.columns.large[0]).toBe(3);
});

test('columns are read once', async () => {
  await open().write(about, packed(1));
  const columns = open();
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer');
  onTestFinished(() => read.mockRestore());
  const first = async () => (await columns.columns('a'))?.columns.large[0];
  expect([...(await Promise.all([first(), first()])), await first(), read.mock.calls.length]).toEqual([1, 1, 1, 1]);
});
