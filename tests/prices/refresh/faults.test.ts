import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { centsOf, item, makeWorld, prices, type World } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

let relay: StubRelay;
let world: World;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"one"' }));
  world = makeWorld(relay);
});
afterEach(() => relay.close());

const hang: StubRelay['answer'] = () => undefined;
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
  response.writeHead(200, { 'Content-Length': '9999' }).write('{"a');
  setTimeout(() => response.destroy(), 20);
};
const hangInBody: StubRelay['answer'] = (_, response) => void response.writeHead(200).write('{"a');
const row = '{"price_buff":1,"price_uu":1,"price_csfloat":1,"liquidity":1,"is_inflated":false}';

describe('a fault keeps the table, says what it is, and sets the next try', () => {
  test.each<[string, StubRelay['answer'], string, number]>([
    ['an HTML page', json('<!doctype html><title>Proxy</title>'), 'malformed', 60],
    ['no JSON', json('{"half":'), 'malformed', 60],
    ['NaN', json(`{"x":${row.replace('1', 'NaN')}}`), 'malformed', 60],
    ['1e308', json(`{"x":${row.replace('1', '1e308')}}`), 'malformed', 60],
    ['a negative price', json(`{"x":${row.replace('1', '-1')}}`), 'malformed', 60],
    ['fractional cents', json(`{"x":${row.replace('1', '1.5')}}`), 'malformed', 60],
    ['strings for numbers', json(`{"x":${row.replace('1', '"1"')}}`), 'malformed', 60],
    ['JSON of another shape', json({ updated_at: 'x', items: [] }), 'malformed', 60],
    ['an empty map', json({}), 'malformed', 60],
    ['an empty body', (_, response) => response.writeHead(200).end(), 'malformed', 60],
    ['bytes that are no text', (_, response) => response.end(gzipSync('{}')), 'undecodable', 60],
    [
      'brotli that is not said to be',
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
    ['429', json({ error: 'no' }, {}, 429), 'rate-limited', 60],
    ['429 with seconds', json({ error: 'no' }, { 'Retry-After': '120' }, 429), 'rate-limited', 120],
    [
      '429 with a date',
      json({ error: 'no' }, { 'Retry-After': new Date(1_800_000_300_000).toUTCString() }, 429),
      'rate-limited',
      300,
    ],
    ['429 with a year', json({ error: 'no' }, { 'Retry-After': '31536000' }, 429), 'rate-limited', 3600],
    ['502', json({ error: 'the price API refused the relay’s key' }, {}, 502), 'unavailable', 60],
    ['503', json({ error: 'no' }, { 'Retry-After': '5' }, 503), 'unavailable', 60],
    ['silence', hang, 'timeout', 60],
    ['silence in the body', hangInBody, 'timeout', 60],
    ['a cut connection', (request) => request.socket.destroy(), 'unreachable', 60],
    ['a cut body', cut, 'unreachable', 60],
  ])('%s', async (_, answer, kind, wait) => {
    const engine = world.start();
    await engine.refresh();
    await engine.quotes([item]);
    relay.answer = answer;
    const outcome = await engine.refresh();
    expect(outcome).toMatchObject({ outcome: 'failed', fault: { kind } });
    expect(await centsOf(engine)).toBe(100);
    expect(await engine.status()).toMatchObject({ fault: { kind }, nextCheckAt: world.now + wait * 1000 });
    expect(await centsOf(world.start())).toBe(100);
    relay.answer = json(prices(7), { ETag: '"seven"' });
    world.now += 3_700_000;
    await engine.refresh();
    expect((await engine.status()).fault).toBeNull();
  });

  test('a name that no server answers to', async () => {
    Object.assign(relay, { url: 'http://nowhere.invalid/' });
    expect(await world.start().refresh()).toMatchObject({ outcome: 'failed', fault: { kind: 'unreachable' } });
  });

  test('a hundred thousand items are a table like any other', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `"item ${index}":${row}`);
    relay.answer = json(`{${rows.join(',')}}`);
    const engine = world.start();
    expect(await engine.refresh()).toMatchObject({ outcome: 'new', status: { table: { items: 100_000 } } });
    expect((await engine.quotes(['item 99999'])).quotes[0]?.youpin).toBe(1);
  });

  test('of a name that comes twice the last one counts, as JSON has it', async () => {
    relay.answer = json(`{"x":${row},"x":${row.replace('1', '2')}}`);
    const engine = world.start();
    await engine.refresh();
    expect((await engine.quotes(['x'])).quotes[0]?.buff163).toBe(2);
  });

  test('nobody there', async () => {
    const engine = world.start();
    await relay.close();
    expect(await engine.refresh()).toMatchObject({ outcome: 'failed', fault: { kind: 'unreachable' } });
    expect(await engine.quotes([item])).toMatchObject({ table: null, fault: { kind: 'unreachable' } });
  });

  test.each([
    ['set back by a year', -365 * 24 * 3600_000],
    ['set back by ten minutes', -600_000],
    ['set ahead by a year', 365 * 24 * 3600_000],
  ])('a clock that is %s: prices stay, and the relay is asked, once', async (_, jump) => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = json(prices(200), { ETag: '"two"' });
    world.now += jump;
    expect(await centsOf(engine)).toBe(100);
    await expect.poll(() => centsOf(engine)).toBe(200);
    expect(await engine.status()).toMatchObject({ fault: null, lastCheck: { at: world.now } });
    await centsOf(engine);
    expect(relay.requests.length).toBe(2);
    expect((await engine.status()).nextCheckAt).toBeLessThanOrEqual(world.now + 30 * 60_000);
  });

  test('a clock that is set back by a year while the relay asks to wait: the wait is over', async () => {
    const engine = world.start();
    relay.answer = json({ error: 'wait' }, { 'Retry-After': '300' }, 429);
    await engine.refresh();
    relay.answer = json(prices(200));
    world.now -= 365 * 24 * 3600_000;
    expect(await engine.refresh()).toMatchObject({ outcome: 'new' });
  });

  test('a relay that asks to wait is not asked again before', async () => {
    const engine = world.start();
    relay.answer = json({ error: 'wait' }, { 'Retry-After': '300' }, 429);
    await engine.refresh();
    expect(await engine.refresh()).toMatchObject({ outcome: 'failed', fault: { kind: 'rate-limited' } });
    expect(relay.requests.length).toBe(1);
    world.now += 301_000;
    await engine.refresh();
    expect(relay.requests.length).toBe(2);
  });
});
