import { describe, expect, test } from 'vitest';
import { prefetchingStore } from '#prices/storage/prefetching-store.ts';

/** A store that says what it was asked for. */
function makeStore(broken = false) {
  const kept = new Map<string, unknown>([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  const reads: string[] = [];
  const read = async (keys: readonly string[]) => {
    reads.push(keys.join());
    if (broken) throw new Error('no storage');
    return keys.map((key) => kept.get(key));
  };
  const write = async (entries: Readonly<Record<string, unknown>>) => {
    for (const [key, value] of Object.entries(entries)) kept.set(key, value);
  };
  return { reads, store: { read, write } };
}

describe('a store that reads ahead', () => {
  test('has begun before it is asked, and answers each key so once', async () => {
    const { reads, store } = makeStore();
    const ahead = prefetchingStore(store, ['a', 'b']);
    expect(reads).toEqual(['a,b']);
    expect(await ahead.read(['b'])).toEqual([2]);
    expect(await ahead.read(['a'])).toEqual([1]);
    expect(reads).toEqual(['a,b']);
    expect(await ahead.read(['b', 'a'])).toEqual([2, 1]);
    expect(reads).toEqual(['a,b', 'b,a']);
  });

  test('reads anew what was written meanwhile, and what it did not begin with', async () => {
    const { store } = makeStore();
    const ahead = prefetchingStore(store, ['a', 'b']);
    await ahead.write({ a: 'new' });
    expect(await ahead.read(['a', 'b'])).toEqual(['new', 2]);
    expect(await ahead.read(['c'])).toEqual([3]);
  });

  test('rejects when the storage does, and only to who asks', async () => {
    const { store } = makeStore(true);
    const ahead = prefetchingStore(store, ['a']);
    await new Promise((resolve) => setTimeout(resolve));
    await expect(ahead.read(['a'])).rejects.toThrow('no storage');
    await expect(ahead.read(['a'])).rejects.toThrow('no storage');
  });
});
