import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const { loggedFetch, readRequestLog } = await import('#browser/session.ts');

const { session } = fakeBrowser.storage;
beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
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
    const entries = await readRequestLog();
    expect(entries.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    return entries;
  });

describe('the request log', () => {
  test('counts requests by origin, concurrent and failed ones too', async () => {
    let now = 1000;
    const counted = loggedFetch(network, () => now);
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
    await loggedFetch(network, () => 1)(one);
    await logOf(1);
    await loggedFetch(network, () => 2)(one);
    expect(await logOf(2)).toEqual([{ origin: one, count: 2, lastAt: 2 }]);
  });

  test('stops no request when the storage refuses', async () => {
    vi.spyOn(session, 'set').mockRejectedValue(new Error('no room'));
    const answer = await loggedFetch(network, () => 1)(one);
    expect(await answer.json()).toEqual({});
    expect(await readRequestLog()).toEqual([]);
  });

  test('is empty for a stored value of another shape', async () => {
    await session.set({ 'request-log': [{ origin: 7 }] });
    expect(await readRequestLog()).toEqual([]);
  });

  test('is bounded', async () => {
    const counted = loggedFetch(network, () => 1);
    for (let at = 0; at < 120; at++) await counted(`https://${at}.example`);
    await vi.waitFor(async () => expect((await readRequestLog())[0]?.origin).toBe('https://119.example'));
    expect(await readRequestLog()).toHaveLength(100);
  });
});
