import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { clientOf, stillDeps } from '../still-deps.ts';
import { partner, startTestRelay, until } from '../test-relay.ts';
import { answers, partnerRows, pricesOfAll } from '../upstream.ts';
import { feedsOf } from './feed-with-clock.ts';

describe('polling', () => {
  test('any number of clients at once cost one upstream request', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<Response>();
    let asked = 0;
    const fetch = () => {
      asked++;
      return answer;
    };
    const ask = clientOf(stillDeps('https://price.example', { fetch }));
    const waiting = Array.from({ length: 40 }, () => ask(partner));
    resolve(Response.json(partnerRows(5)));
    const got = await Promise.all(waiting);
    expect(new Set(got.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked).toBe(1);
    expect(
      got.map(({ headers }) => headers.get('Cache-Status')?.replace(/^Skinlens-Relay; fwd=uri-miss; /, '')),
    ).toEqual(['stored', ...Array(39).fill('collapsed')]);
  });

  test('without clients there are no upstream requests', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { clock, read, asked } = feedsOf([Response.json(partnerRows(5))]);
    await read();
    clock.ms = 86_400_000;
    await vi.advanceTimersByTimeAsync(clock.ms);
    expect(asked()).toBe(1);
  });

  test('queries with the same meaning share a feed', async () => {
    const { get, upstream } = await startTestRelay(answers(pricesOfAll), { env: { RELAY_POLL_SECONDS: '30' } });
    for (const query of [
      'markets=youpin,buff163&fields=count,avg_7',
      'fields=avg_7,count,count&markets=buff163,youpin,buff163',
      'markets=buff163,youpin&fields=avg_7,count&min=1&max=5',
      'markets=buff163%2Cyoupin&fields=avg_7%2Ccount&unknown=1',
      'markets=%20buff163,,youpin,&fields=count,+avg_7',
    ]) {
      await get(`/api/prices?${query}`);
    }
    expect(upstream.seen.map(({ target }) => target)).toEqual([
      '/api/prices?markets=buff163,youpin&fields=avg_7,count',
    ]);
    await get('/api/prices?markets=buff163');
    // All markets mean the same as none.
    for (const all of ['', `?markets=${marketIds.toReversed()}`]) await get(`/api/prices${all}`);
    expect(upstream.seen.length).toBe(3);
  });
});

test('over the budget of the key clients still get the data of their feed', async () => {
  const { get } = await startTestRelay(answers(pricesOfAll), { limits: { upstreamPerMinute: 1 } });
  const got = await until(() => get('/api/prices')).gives(
    ({ headers }) => headers['cache-status']?.includes('detail="stale: budget"') ?? false,
  );
  expect(got.status).toBe(200);
});
