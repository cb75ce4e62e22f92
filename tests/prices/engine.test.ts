import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEngine, type Engine, type EngineParts } from '#prices/engine.ts';
import { tableKey } from '#prices/memory.ts';
import { probeRelay } from '#prices/probe.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const prices = (cents: number) => ({
  [item]: { price_buff: cents, price_uu: cents, price_csfloat: cents, liquidity: 9, is_inflated: false },
});

/** What outlives a worker: the store; and what a test turns: the clock. */
function makeWorld(relay: StubRelay) {
  const kept = new Map<string, unknown>();
  const world = {
    now: 1_800_000_000_000,
    token: '',
    changes: 0,
    scheduled: undefined as number | undefined,
    broken: false,
    kept,
    start: (): Engine => createEngine(parts),
  };
  const parts: EngineParts = {
    fetch,
    timeoutMs: 1500,
    now: () => world.now,
    random: () => 0,
    store: {
      read: async (keys) => (world.broken ? Promise.reject(new Error('no storage')) : keys.map((key) => kept.get(key))),
      write: async (entries) => {
        if (world.broken) throw new Error('QuotaExceededError');
        for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
      },
    },
    relay: async () => ({ base: new URL(relay.url), token: world.token }),
    onChange: () => world.changes++,
    onGoodLook: () => undefined,
    onSchedule: (at) => {
      world.scheduled = at;
    },
  };
  return world;
}

let relay: StubRelay;
let world: ReturnType<typeof makeWorld>;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"one"' }));
  world = makeWorld(relay);
});
afterEach(() => relay.close());

const centsOf = async (engine: Engine) => (await engine.quotes([item])).quotes[0]?.buff163;

describe('the engine', () => {
  test('answers the first look-up at once and fetches behind it', async () => {
    const engine = world.start();
    expect(await engine.quotes([item])).toEqual({ table: null, fault: null, quotes: [] });
    await engine.refresh();
    expect(await centsOf(engine)).toBe(100);
    expect(world.changes).toBe(1);
    expect(relay.requests.length).toBe(1);
  });

  test('asks with the ETag and takes a 304 for "unchanged"', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = (_, response) => response.writeHead(304, { ETag: '"one"' }).end();
    expect((await engine.refresh()).outcome).toBe('unchanged');
    expect(relay.requests.at(-1)?.headers['if-none-match']).toBe('"one"');
    expect(await centsOf(engine)).toBe(100);
  });

  test('replaces the table and says so', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = json(prices(200), { ETag: '"two"' });
    expect((await engine.refresh()).outcome).toBe('new');
    expect(await centsOf(engine)).toBe(200);
    expect(world.changes).toBe(2);
  });

  test('a relay that reuses an ETag for other data is believed the data', async () => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = json(prices(200), { ETag: '"one"' });
    expect((await engine.refresh()).outcome).toBe('new');
    expect(await centsOf(engine)).toBe(200);
  });

  test('a new worker goes on with what the old one stored', async () => {
    await world.start().refresh();
    const asked = relay.requests.length;
    expect(await centsOf(world.start())).toBe(100);
    expect(relay.requests.length).toBe(asked);
  });

  test('asks without the ETag when the stored table is gone or damaged', async () => {
    await world.start().refresh();
    const stored = world.kept.get(tableKey) as { buffer: ArrayBuffer };
    new Uint8Array(stored.buffer).fill(7, 40, 44);
    const engine = world.start();
    expect((await engine.quotes([item])).table).toBeNull();
    await engine.refresh();
    expect(relay.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    expect(await centsOf(engine)).toBe(100);
  });

  test('many at once are one request', async () => {
    const engine = world.start();
    await Promise.all([engine.refresh(), engine.refresh(), engine.quotes([item]), engine.refresh()]);
    expect(relay.requests.length).toBe(1);
  });

  test('looks again when the data is due, and not before', async () => {
    const engine = world.start();
    await engine.refresh();
    await engine.quotes([item]);
    world.now += 29 * 60_000;
    await engine.quotes([item]);
    expect(relay.requests.length).toBe(1);
    world.now += 2 * 60_000;
    relay.answer = json(prices(300), { ETag: '"three"' });
    await engine.quotes([item]);
    await engine.refresh();
    expect(relay.requests.length).toBe(2);
    expect(await centsOf(engine)).toBe(300);
  });

  test('takes the data’s time from the relay, and a future one for now', async () => {
    const asOf = async (stated: string) => {
      relay.answer = json(prices(1), { 'Last-Modified': stated, ETag: `"${stated}"` });
      const engine = world.start();
      await engine.refresh();
      return (await engine.status()).table?.asOf;
    };
    expect(await asOf(new Date(world.now - 600_000).toUTCString())).toBe(world.now - 600_000);
    expect(await asOf(new Date(world.now + 600_000).toUTCString())).toBe(world.now);
    expect(await asOf('never')).toBe(world.now);
  });

  test('sends the token, and only then', async () => {
    await world.start().refresh();
    expect(relay.requests[0]?.headers['authorization']).toBeUndefined();
    world.token = 'secret';
    await world.start().refresh();
    expect(relay.requests[1]?.headers['authorization']).toBe('Bearer secret');
  });

  test('another relay: no ETag of the old one, and its faults are forgotten', async () => {
    const engine = world.start();
    await engine.refresh();
    const other = await startStubRelay(json(prices(500), { ETag: '"other"' }));
    try {
      const first = relay.url;
      Object.assign(relay, { url: other.url });
      await engine.quotes([item]);
      await engine.relayChanged();
      await engine.refresh();
      expect(other.requests[0]?.headers['if-none-match']).toBeUndefined();
      expect(await centsOf(engine)).toBe(500);
      Object.assign(relay, { url: first });
    } finally {
      await other.close();
    }
  });

  test('a storage that refuses costs nothing but the next start', async () => {
    world.broken = true;
    const engine = world.start();
    await engine.refresh();
    expect(await centsOf(engine)).toBe(100);
    expect((await engine.status()).storageProblem).toContain('Quota');
  });
});

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

describe('the test of a relay', () => {
  const probe = (url: string, token = '') => probeRelay({ url, token }, { fetch, now: () => 0 });
  test.each([
    ['', 'not-a-url'],
    ['localhost:8787', 'scheme'],
    ['ftp://x', 'scheme'],
    ['http://user:password@x/', 'credentials'],
  ])('an address that cannot be used: %s', async (url, problem) => {
    expect(await probe(url)).toEqual({ outcome: 'bad-address', problem });
  });
  test('a good one', async () => {
    expect(await probe(relay.url, 'token')).toEqual({ outcome: 'fine', items: 1, badRows: 0 });
    expect(relay.requests[0]).toMatchObject({
      path: '/api/get-partner-prices',
      headers: { authorization: 'Bearer token' },
    });
  });
  test('a relay under a path', async () => {
    await probe(`${relay.url}team/relay?x=1`);
    expect(relay.requests[0]?.path).toBe('/team/relay/api/get-partner-prices');
  });
  test('a bad one', async () => {
    relay.answer = json({ error: 'token wanted' }, {}, 401);
    expect(await probe(relay.url)).toMatchObject({
      outcome: 'fault',
      fault: { kind: 'unauthorized', status: 401, detail: 'status 401: token wanted' },
    });
  });
});
