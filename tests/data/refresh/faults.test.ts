import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { quotedOffer } from '#core/prices/quote.ts';
import { centsOf, item, prices, worldForEach } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const { relay, world } = worldForEach(json(prices(100), { ETag: '"one"' }));

const endless: StubRelay['answer'] = (_, response) => {
  response.writeHead(200);
  const filler = Buffer.alloc(1 << 20, ' ');
  const more = () => {
    while (!response.destroyed && response.write(filler));
  };
  response.on('drain', more);
  more();
};
const cut: StubRelay['answer'] = (_, response) => {
  response.writeHead(200, { 'Content-Length': '9999' }).write('{"a', () => response.destroy());
};
const row = '{"price_buff":1,"price_uu":1,"price_csfloat":1,"liquidity":1,"is_inflated":false}';

const table = (items: number, cents: number) =>
  Object.fromEntries(Array.from({ length: items }, (_, at) => [at === 0 ? item : `Item ${at}`, { price_buff: cents }]));

describe('a table that suddenly has under half of its items', () => {
  test('replaces the old one at the third refresh in succession, even when the worker is killed between', async () => {
    relay.answer = json(table(30, 100));
    await world.start().refresh();
    relay.answer = json(table(14, 7));
    const refused = {
      outcome: 'failed',
      status: { fault: { kind: 'malformed', detail: 'only 14 of 30 items are left' } },
    };
    for (const _ of [1, 2]) {
      expect(await world.start().refresh()).toMatchObject(refused);
      expect(await centsOf(world.start())).toBe(100);
    }
    expect(await world.start().refresh()).toMatchObject({ outcome: 'new', status: { table: { items: 14 } } });
    expect(await centsOf(world.start())).toBe(7);
  });

  test('starts the count anew after a whole table', async () => {
    const service = world.start();
    for (const items of [30, 14, 14, 30, 14, 14]) {
      relay.answer = json(table(items, 100));
      await service.refresh();
    }
    expect(await service.status()).toMatchObject({ fault: { kind: 'malformed' }, table: { items: 30 } });
  });

  test('of another relay replaces the old one at once', async () => {
    relay.answer = json(table(30, 100));
    const service = world.start();
    await service.refresh();
    const other = await startStubRelay(json(table(2, 7)));
    onTestFinished(other.close);
    Object.assign(relay, { url: other.url });
    expect(await service.refresh()).toMatchObject({ outcome: 'new', status: { table: { items: 2 } } });
  });
});

describe('a fault keeps the table, is reported, and delays the next refresh', () => {
  test.each<[string, StubRelay['answer'], string, number]>([
    ['an HTML page', json('<!doctype html><title>Proxy</title>'), 'malformed', 60],
    ['no JSON', json('{"half":'), 'malformed', 60],
    [
      'a row nested a hundred times',
      json({ ...table(30, 5), deep: JSON.parse('['.repeat(100) + ']'.repeat(100)) }),
      'malformed',
      60,
    ],
    ['an empty body', (_, response) => response.writeHead(200).end(), 'malformed', 60],
    ['bytes that are not UTF-8', (_, response) => response.end(gzipSync('{}')), 'undecodable', 60],
    [
      'brotli without a Content-Encoding',
      (_, response) => response.end(brotliCompressSync(`{"x":${row}}`)),
      'undecodable',
      60,
    ],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
      'malformed',
      60,
    ],
    ['200 MB', endless, 'too-large', 60],
    ['not found', json({ error: 'no' }, {}, 404), 'malformed', 60],
    ['400', json({ error: 'no' }, {}, 400), 'rejected', 60],
    ['401', json({ error: 'no' }, {}, 401), 'unauthorized', 60],
    [
      '401 of a login in front of the relay',
      (_, response) => response.writeHead(401).end('<h1>Log in</h1>'),
      'malformed',
      60,
    ],
    ['403 of a CDN', (_, response) => response.writeHead(403).end('<h1>Blocked</h1>'), 'malformed', 60],
    ['429', json({ error: 'no' }, {}, 429), 'rate-limited', 60],
    ['429 with a year', json({ error: 'no' }, { 'Retry-After': '31536000' }, 429), 'rate-limited', 3600],
    ['500', json({ error: 'no' }, {}, 500), 'unavailable', 60],
    ['502', json({ error: 'the price API refused the relay’s key' }, {}, 502), 'unavailable', 60],
    ['503', json({ error: 'no' }, { 'Retry-After': '5' }, 503), 'unavailable', 60],
    ['a cut connection', (request) => request.socket.destroy(), 'unreachable', 60],
    ['a cut body', cut, 'unreachable', 60],
  ])('%s', async (_, answer, kind, wait) => {
    const service = world.start();
    await service.refresh();
    await service.quotes([item]);
    relay.answer = answer;
    const outcome = await service.refresh();
    expect(outcome).toMatchObject({ outcome: 'failed', status: { fault: { kind } } });
    expect(await centsOf(service)).toBe(100);
    expect(await service.status()).toMatchObject({ fault: { kind }, nextCheckAt: world.now + wait * 1000 });
    expect(await centsOf(world.start())).toBe(100);
    relay.answer = json(prices(7), { ETag: '"seven"' });
    world.now += 3_700_000;
    await service.refresh();
    expect((await service.status()).fault).toBeNull();
  });

  test('a table may have 100,000 items', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `"item ${index}":${row}`);
    relay.answer = json(`{${rows.join(',')}}`);
    const service = world.start();
    expect(await service.refresh()).toMatchObject({ outcome: 'new', status: { table: { items: 100_000 } } });
    expect(quotedOffer((await service.quotes(['item 99999'])).quotes[0], 'youpin').cents).toBe(1);
  });

  test('of duplicate names the last counts, as in JSON', async () => {
    relay.answer = json(`{"x":${row},"x":${row.replace('1', '2')}}`);
    const service = world.start();
    await service.refresh();
    expect(quotedOffer((await service.quotes(['x'])).quotes[0], 'buff163').cents).toBe(2);
  });

  test('no server', async () => {
    const service = world.start();
    await relay.close();
    expect(await service.refresh()).toMatchObject({ outcome: 'failed', status: { fault: { kind: 'unreachable' } } });
    expect(await service.quotes([item])).toMatchObject({ table: null, fault: { kind: 'unreachable' } });
  });

  test.each([
    ['set back by a year', -365 * 24 * 3600_000],
    ['set back by ten minutes', -600_000],
    ['set ahead by a year', 365 * 24 * 3600_000],
  ])('a clock that is %s: prices stay, and one request is sent', async (_, jump) => {
    const service = world.start();
    await service.refresh();
    relay.answer = json(prices(200), { ETag: '"two"' });
    world.now += jump;
    expect(await centsOf(service)).toBe(100);
    await expect.poll(() => centsOf(service)).toBe(200);
    expect(await service.status()).toMatchObject({ fault: null, lastCheck: { at: world.now } });
    await centsOf(service);
    expect(relay.requests.length).toBe(2);
    expect((await service.status()).nextCheckAt).toBeLessThanOrEqual(world.now + 30 * 60_000);
  });

  test('a clock that is set back by a year ends the wait of a `Retry-After`', async () => {
    const service = world.start();
    relay.answer = json({ error: 'wait' }, { 'Retry-After': '300' }, 429);
    await service.refresh();
    relay.answer = json(prices(200));
    world.now -= 365 * 24 * 3600_000;
    expect(await service.refresh()).toMatchObject({ outcome: 'new' });
  });
});
