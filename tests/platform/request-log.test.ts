import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loggedFetch, type RequestLogStore, readRequestLog, withLoggedRequest } from '#platform/request-log.ts';

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
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server on loopback. Returns its origin. */
async function serve(): Promise<string> {
  const server = createServer((_, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The log once it has `count` requests. */
async function logOf(count: number) {
  for (let turn = 0; turn < 200; turn++) {
    const entries = await readRequestLog(store);
    if (entries.reduce((sum, one) => sum + one.count, 0) >= count) return entries;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return readRequestLog(store);
}

describe('the request log', () => {
  test('counts requests by origin, concurrent and failed ones too', async () => {
    const [one, other] = [await serve(), await serve()];
    let now = 1000;
    const counted = loggedFetch(fetch, () => now, store);
    await Promise.all([
      counted(`${one}/api/prices?x=1`),
      counted(new URL(`${one}/b`)),
      counted(new Request(`${one}/c`)),
    ]);
    await logOf(3);
    now = 2000;
    await expect(counted('http://127.0.0.1:1/refused')).rejects.toThrow();
    await counted(`${other}/healthz`);
    expect(await logOf(5)).toEqual([
      { origin: other, count: 1, lastAt: 2000 },
      { origin: 'http://127.0.0.1:1', count: 1, lastAt: 2000 },
      { origin: one, count: 3, lastAt: 1000 },
    ]);
  });

  test('outlives the worker', async () => {
    const origin = await serve();
    await loggedFetch(fetch, () => 1, store)(origin);
    await logOf(1);
    await loggedFetch(fetch, () => 2, store)(origin);
    expect(await logOf(2)).toEqual([{ origin, count: 2, lastAt: 2 }]);
  });

  test('stops no request when the storage refuses', async () => {
    const origin = await serve();
    store.refuses = true;
    const answer = await loggedFetch(fetch, () => 1, store)(origin);
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
