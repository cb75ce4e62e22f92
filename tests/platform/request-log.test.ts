import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loggedFetch, type RequestLogStore, readRequestLog, withLoggedRequest } from '#platform/request-log.ts';

/** A session's storage: one list, read and written a turn later. */
function makeStore() {
  let kept: unknown;
  const store: RequestLogStore & { refuses: boolean } = {
    refuses: false,
    read: async () => kept,
    write: async (contacts) => {
      if (store.refuses) throw new Error('no room');
      kept = structuredClone(contacts);
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

/** A server on loopback; answers its origin. */
async function serve(): Promise<string> {
  const server = createServer((_, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What is noted once all notes are written. */
async function noted(count: number) {
  for (let turn = 0; turn < 200; turn++) {
    const contacts = await readRequestLog(store);
    if (contacts.reduce((sum, one) => sum + one.count, 0) >= count) return contacts;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return readRequestLog(store);
}

describe('whom the worker asked', () => {
  test('is counted by origin, requests at once as well, whatever came of them', async () => {
    const [one, other] = [await serve(), await serve()];
    let now = 1000;
    const counted = loggedFetch(fetch, () => now, store);
    await Promise.all([
      counted(`${one}/api/prices?x=1`),
      counted(new URL(`${one}/b`)),
      counted(new Request(`${one}/c`)),
    ]);
    await noted(3);
    now = 2000;
    await expect(counted('http://127.0.0.1:1/refused')).rejects.toThrow();
    await counted(`${other}/healthz`);
    expect(await noted(5)).toEqual([
      { origin: other, count: 1, lastAt: 2000 },
      { origin: 'http://127.0.0.1:1', count: 1, lastAt: 2000 },
      { origin: one, count: 3, lastAt: 1000 },
    ]);
  });

  test('outlives the worker', async () => {
    const origin = await serve();
    await loggedFetch(fetch, () => 1, store)(origin);
    await noted(1);
    await loggedFetch(fetch, () => 2, store)(origin);
    expect(await noted(2)).toEqual([{ origin, count: 2, lastAt: 2 }]);
  });

  test('a storage that refuses stops no request', async () => {
    const origin = await serve();
    store.refuses = true;
    const answer = await loggedFetch(fetch, () => 1, store)(origin);
    expect(await answer.json()).toEqual({});
    expect(await readRequestLog(store)).toEqual([]);
  });

  test('a list that is not ours counts as none', async () => {
    expect(await readRequestLog({ ...store, read: async () => [{ origin: 7 }] })).toEqual([]);
  });

  test('is bounded', () => {
    let contacts = withLoggedRequest([], 'http://0', 0);
    for (let at = 1; at < 300; at++) contacts = withLoggedRequest(contacts, `http://${at}`, at);
    expect(contacts).toHaveLength(100);
    expect(contacts[0]).toEqual({ origin: 'http://299', count: 1, lastAt: 299 });
  });
});
