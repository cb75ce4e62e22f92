import { gzipSync } from 'node:zlib';
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

describe('a fault keeps the table and says what it is', () => {
  test.each<[string, StubRelay['answer'], string]>([
    ['an HTML page', json('<!doctype html><title>Proxy</title>'), 'malformed'],
    ['no JSON', json('{"half":'), 'malformed'],
    ['JSON of another shape', json({ updated_at: 'x', items: [] }), 'malformed'],
    ['an empty map', json({}), 'malformed'],
    ['an empty body', (_, response) => response.writeHead(200).end(), 'malformed'],
    ['bytes that are no text', (_, response) => response.end(gzipSync('{}')), 'undecodable'],
    ['a redirect', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(), 'malformed'],
    ['not found', json({ error: 'no' }, {}, 404), 'malformed'],
    ['400', json({ error: 'no' }, {}, 400), 'rejected'],
    ['401', json({ error: 'no' }, {}, 401), 'unauthorized'],
    ['429', json({ error: 'no' }, { 'Retry-After': '120' }, 429), 'rate-limited'],
    ['502', json({ error: 'the price API refused the relay’s key' }, {}, 502), 'unavailable'],
    ['503', json({ error: 'no' }, {}, 503), 'unavailable'],
    ['a cut connection', (request) => request.socket.destroy(), 'unreachable'],
    [
      'a cut body',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '9999' }).write('{"a');
        setTimeout(() => response.destroy(), 20);
      },
      'unreachable',
    ],
  ])('%s', async (_, answer, kind) => {
    const engine = world.start();
    await engine.refresh();
    relay.answer = answer;
    const outcome = await engine.refresh();
    expect(outcome).toMatchObject({ outcome: 'failed', fault: { kind } });
    expect(await centsOf(engine)).toBe(100);
    expect((await engine.status()).fault?.kind).toBe(kind);
    relay.answer = json(prices(7), { ETag: '"seven"' });
    world.now += 3_700_000;
    await engine.refresh();
    expect((await engine.status()).fault).toBeNull();
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
