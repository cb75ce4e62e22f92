import { describe, expect, test } from 'vitest';
import { prefetchingStore } from '#data/storage/prefetching-store.ts';

function makeStore(broken = false) {
  const stored = new Map<string, unknown>([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  const reads: string[] = [];
  const read = async (keys: readonly string[]) => {
    reads.push(keys.join());
    if (broken) throw new Error('no storage');
    return keys.map((key) => stored.get(key));
  };
  const write = async (entries: Readonly<Record<string, unknown>>) => {
    for (const [key, value] of Object.entries(entries)) stored.set(key, value);
  };
  return { reads, store: { read, write } };
}

describe('a prefetching store', () => {
  test('reads before it is asked, and returns each prefetched value once', async () => {
    const { reads, store } = makeStore();
    const prefetching = prefetchingStore(store, ['a', 'b']);
    expect(reads).toEqual(['a,b']);
    expect(await prefetching.read(['b'])).toEqual([2]);
    expect(await prefetching.read(['a'])).toEqual([1]);
    expect(reads).toEqual(['a,b']);
    expect(await prefetching.read(['b', 'a'])).toEqual([2, 1]);
    expect(reads).toEqual(['a,b', 'b,a']);
  });

  test('reads a value that was written meanwhile, or was not prefetched, from the store', async () => {
    const { store } = makeStore();
    const prefetching = prefetchingStore(store, ['a', 'b']);
    await prefetching.write({ a: 'new' });
    expect(await prefetching.read(['a', 'b'])).toEqual(['new', 2]);
    expect(await prefetching.read(['c'])).toEqual([3]);
  });

  test('rejects as the storage does, without an unhandled rejection', async () => {
    const { store } = makeStore(true);
    const prefetching = prefetchingStore(store, ['a']);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(prefetching.read(['a'])).rejects.toThrow('no storage');
    await expect(prefetching.read(['a'])).rejects.toThrow('no storage');
  });
});
