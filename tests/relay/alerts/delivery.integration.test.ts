/** @module-tag full */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDelivery } from '#relay/alerts/alert-service.ts';
import { defaultLimits } from '#relay/limits.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';
import { until } from '../test-relay.ts';
import { day, first, hour, minute, rowsAt, startBed, watch } from './alert-bed.ts';
import { startReceiver } from './alert-channel.ts';

test('Retry-After is waited for, and the message is sent then', async () => {
  let isBusy = true;
  const { service, confirm, world, seen } = await startBed((_, response) => {
    response.writeHead(isBusy ? 429 : 200, { 'Retry-After': '120' }).end();
  });
  await service.put(first, watch('A'));
  await confirm(rowsAt(900, 'A'));
  expect(service.status()).toMatchObject({ waiting: 1, last: { problem: 'rate-limited', status: 429 } });
  isBusy = false;
  world.now += 119_000;
  await service.deliver();
  expect(seen).toHaveLength(1);
  world.now += 2000;
  await service.deliver();
  expect(seen).toHaveLength(2);
  expect(service.status()).toMatchObject({ waiting: 0, last: { problem: undefined, status: 200 } });
});

test('a service gets 250 messages a day at most, and the first 40 a minute apart', async () => {
  const { deps, world, seen } = await startBed();
  const delivery = createDelivery({ ...deps, ending: new AbortController().signal });
  const { channel } = world;
  for (let at = 0; channel && at < 24 * 60; at++) {
    if (delivery.isDue(channel)) await delivery.tryNow(channel, 'Skinlens');
    world.now += minute;
    if (at === 39) expect(seen).toHaveLength(40);
  }
  expect(seen.length).toBeGreaterThan(240);
  expect(seen.length).toBeLessThanOrEqual(250);
});

test('a service that cannot be reached in 10 s, or ends before TLS, gets the message again', async () => {
  const { deps } = await startBed(undefined, defaultLimits.alertTimeoutMs);
  const server = createServer((socket) => void socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const channel = { kind: 'ntfy', url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/topic` } as const;
  const failed = async (fetch: typeof globalThis.fetch) => {
    const delivery = createDelivery({ ...deps, fetch, ending: new AbortController().signal });
    const isDone = await delivery.tryNow(channel, 'Skinlens');
    return [isDone, delivery.last()?.problem];
  };
  const slow: typeof fetch = (_, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      const cause = Object.assign(new Error('slow'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
      setTimeout(() => reject(new TypeError('fetch failed', { cause })), 10_600);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  expect(await Promise.all([failed(fetch), failed(slow)])).toEqual([
    [false, 'unreachable'],
    [false, 'unreachable'],
  ]);
});

test('an answer of 10 MB is not read', async () => {
  const sent = { bytes: 0, isCut: false };
  const { service } = await startBed((_, response) => {
    response.on('close', () => {
      sent.isCut = !response.writableFinished;
    });
    const write = (): void => {
      while (sent.bytes < 10_000_000 && !response.destroyed) {
        sent.bytes += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  });
  expect(await service.test('A text')).toMatchObject({ problem: undefined, status: 200 });
  await until(() => sent.isCut).gives((isCut) => isCut);
});

test('a crossing that joins a message at its last try is told when the service is back', async () => {
  let status = 500;
  const bed = await startBed((_, response) => void response.writeHead(status).end());
  const { service, world, seen, confirm } = bed;
  await service.put(first, watch('A', 'B'));
  await confirm({ ...rowsAt(900, 'A'), ...rowsAt(1500, 'B') });
  world.now += hour;
  for (let turn = 1; turn < 5; turn++) {
    await service.deliver();
    world.now += hour;
  }
  await confirm(rowsAt(900, 'A', 'B'));
  expect(seen).toHaveLength(6);
  expect(service.status().waiting).toBe(1);
  status = 200;
  world.now += hour;
  await service.deliver();
  expect(seen.at(-1)?.body).toContain('B: BUFF163');
  expect(seen.at(-1)?.body).not.toContain('A: BUFF163');
  expect(service.status().waiting).toBe(0);
});

test('a broken channel is named, and another one gets the message at once', async () => {
  const { service, confirm, world } = await startBed((_, response) => void response.writeHead(404).end());
  const other = await startReceiver();
  await service.put(first, watch('A'));
  await confirm(rowsAt(900, 'A'));
  expect(service.status().last).toMatchObject({ problem: 'refused', status: 404 });
  expect(world.problems).toEqual(['alert-refused']);
  world.channel = { kind: 'ntfy', url: `${other.url}/topic` };
  await service.deliver();
  expect(other.seen).toHaveLength(1);
});

test('a relay that ends before it sends tells after its restart, and not again after another', async () => {
  const { service, confirm, world, seen, end, restart } = await startBed();
  await service.put(first, watch('A'));
  const { channel } = world;
  world.channel = { kind: 'ntfy', url: 'http://127.0.0.1:9/topic' };
  await confirm(rowsAt(900, 'A'));
  expect(service.status().waiting).toBe(1);
  await end();
  world.channel = channel;
  await restart().deliver();
  expect(seen).toHaveLength(1);
  await restart().deliver();
  expect(seen).toHaveLength(1);
});

test('a relay that ends between sending and storing does not send again, and says so', async () => {
  const answering: (() => void)[] = [];
  const bed = await startBed((_, response) => void answering.push(() => void response.end()));
  const { service, confirm, seen, received, restart, storage, world } = bed;
  await service.put(first, watch('A'));
  const running = confirm(rowsAt(900, 'A'));
  await received();
  const crashed = createMemoryStorage(storage.database);
  answering[0]?.();
  await running;
  const after = restart(crashed);
  await after.deliver();
  expect(seen).toHaveLength(1);
  expect(after.status()).toMatchObject({ waiting: 0, last: { problem: 'unknown' } });
  expect(world.problems).toEqual(['alert-unknown']);
});

test('a relay that is closed while it sends does not send again', async () => {
  const { service, confirm, seen, received, end, restart } = await startBed(() => undefined);
  await service.put(first, watch('A'));
  const running = confirm(rowsAt(900, 'A'));
  await received();
  await end();
  await running;
  const after = restart();
  await after.deliver();
  expect(seen).toHaveLength(1);
  expect(after.status()).toMatchObject({ waiting: 0, last: { problem: 'unknown' } });
});

test('a list is taken while a message is on its way, and its crossing is told after it', async () => {
  const answering: (() => void)[] = [];
  const bed = await startBed((_, response) => void answering.push(() => void response.end()));
  const { service, confirm, seen, received, world } = bed;
  await service.put(first, watch('A'));
  const running = confirm({ ...rowsAt(900, 'A'), ...rowsAt(1500, 'B') });
  await received();
  await service.put('token second-device-id', watch('B'));
  const next = confirm(rowsAt(900, 'A', 'B'));
  await until(() => service.status()).gives(({ lists, waiting }) => lists === 2 && waiting === 2);
  answering[0]?.();
  await Promise.all([running, next]);
  world.now += minute;
  const told = service.deliver();
  await until(() => answering.length).gives((count) => count === 2);
  answering[1]?.();
  await told;
  expect(seen.map(({ body }) => body.replace(/ \$.*/, ''))).toEqual(['Skinlens\nA: BUFF163', 'Skinlens\nB: BUFF163']);
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ['breaks off', (response) => response.destroy(), 'lost'],
  ['is no HTTP', (response) => void response.socket?.end('nonsense\r\n\r\n'), 'lost'],
  ['comes too late', () => undefined, 'timeout'],
])('a message whose answer %s is sent once, and the page says so', async (_, fail, problem) => {
  const { service, confirm, seen, world } = await startBed((_request, response) => fail(response), 2000);
  await service.put(first, watch('A'));
  await confirm(rowsAt(900, 'A'));
  world.now += day / 2;
  await service.deliver();
  expect(seen).toHaveLength(1);
  expect(service.status()).toMatchObject({ waiting: 0, last: { problem } });
});
