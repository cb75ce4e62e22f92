import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loggedFetch, type RequestLogStore, readRequestLog, withLoggedRequest } from '#browser/session.ts';

/** A store in memory. */
function makeStore() {
  let stored: unknown;
  const store: RequestLogStore & { refuses: boolean } = {
    refuses: false,
    read: async () => stored,
    write: async (entries) => {
      if (store.refuses) throw new Error('no room');
      stored = structuredClone(entries);
    },
  };
  return store;
}

let store: ReturnType<typeof makeStore>;
beforeEach(() => {
  store = makeStore();
});
const [one, other] = ['https://one.example', 'https://other.example'] as const;

/** A network on which one origin refuses. */
const network = async (input: string | URL | Request) => {
  if (String(input).startsWith('https://refused')) throw new TypeError('refused');
  return Response.json({});
};

/** The log once it has `count` requests. */
const logOf = (count: number) =>
  vi.waitFor(async () => {
    const entries = await readRequestLog(store);
    expect(entries.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    return entries;
  });

describe('the request log', () => {
  test('counts requests by origin, concurrent and failed ones too', async () => {
    let now = 1000;
    const counted = loggedFetch(network, () => now, store);
    await Promise.all([
      counted(`${one}/api/prices?x=1`),
      counted(new URL(`${one}/b`)),
      counted(new Request(`${one}/c`)),
    ]);
    await logOf(3);
    now = 2000;
    await expect(counted('https://refused.example/a')).rejects.toThrow();
    await counted(`${other}/healthz`);
    expect(await logOf(5)).toEqual([
      { origin: other, count: 1, lastAt: 2000 },
      { origin: 'https://refused.example', count: 1, lastAt: 2000 },
      { origin: one, count: 3, lastAt: 1000 },
    ]);
  });

  test('outlives the worker', async () => {
    await loggedFetch(network, () => 1, store)(one);
    await logOf(1);
    await loggedFetch(network, () => 2, store)(one);
    expect(await logOf(2)).toEqual([{ origin: one, count: 2, lastAt: 2 }]);
  });

  test('stops no request when the storage refuses', async () => {
    store.refuses = true;
    const answer = await loggedFetch(network, () => 1, store)(one);
    expect(await answer.json()).toEqual({});
    expect(await readRequestLog(store)).toEqual([]);
  });

  test('is empty for a stored value of another shape', async () => {
    expect(await readRequestLog({ ...store, read: async () => [{ origin: 7 }] })).toEqual([]);
  });

  test('is bounded', () => {
    let entries = withLoggedRequest([], 'http://0', 0);
    for (let at = 1; at < 300; at++) entries = withLoggedRequest(entries, `http://${at}`, at);
    expect(entries).toHaveLength(100);
    expect(entries[0]).toEqual({ origin: 'http://299', count: 1, lastAt: 299 });
  });
});
