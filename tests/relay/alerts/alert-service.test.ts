import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day, first, minute, rowsAt, startBed, watch } from './alert-bed.ts';

test('all crossings of one refresh come in one message, each once', async () => {
  const { service, setPrices, seen } = await startBed();
  await service.put(first, watch('A', 'B'));
  await service.put({ ...first, device: 'second-device-id' }, watch('B', 'C'));
  setPrices(rowsAt(900, 'A', 'B', 'C'));
  await service.run();
  await service.run();
  const line = (name: string) => `${name}: BUFF163 $9.00 ≤ $10.00 (0 min)`;
  expect(seen.map(({ body }) => body)).toEqual([`Skinlens\n${line('A')}\n${line('B')}\n${line('C')}`]);
});

test('a message stays short and says how many lines are missing', async () => {
  const { service, setPrices, seen } = await startBed();
  const names = Array.from({ length: 200 }, (_, at) => `Item ${at} ${'x'.repeat(60)}`);
  await service.put(first, watch(...names));
  setPrices(rowsAt(900, ...names));
  await service.run();
  const [{ body } = { body: '' }] = seen;
  const lines = body.split('\n').length - 2;
  expect(Buffer.byteLength(body)).toBeLessThan(1900);
  expect(body).toMatch(new RegExp(`\\n\\+ ${200 - lines}$`));
});

test('a price that comes back over the line arms the alert again', async () => {
  const { service, setPrices, seen } = await startBed();
  await service.put(first, watch('A'));
  for (const cents of [900, 1500, 950]) {
    setPrices(rowsAt(cents, 'A'));
    await service.run();
  }
  expect(seen.map(({ body }) => /\$\d+/.exec(body)?.[0])).toEqual(['$9', '$9']);
});

test('sample, inflated and stale prices are never told of', async () => {
  const { service, setPrices, world, seen } = await startBed();
  await service.put(first, watch('A'));
  world.result = undefined;
  await service.run();
  setPrices({ A: { ...rowsAt(900, 'A')['A'], is_inflated: true } });
  await service.run();
  setPrices(rowsAt(900, 'A'), 91 * minute);
  await service.run();
  expect(seen).toEqual([]);
});

test('nothing is sent while the disk keeps no mark of it', async () => {
  const { service, setPrices, seen, path, world } = await startBed();
  await service.put(first, watch('A'));
  setPrices(rowsAt(900, 'A'));
  // A folder in the place of the file takes no write, not even root's.
  await rm(path);
  await mkdir(join(path, 'in-the-way'), { recursive: true });
  await service.run();
  expect(seen).toEqual([]);
  expect(world.problems.length).toBeGreaterThan(0);
  await rm(path, { recursive: true });
  await service.run();
  expect(seen).toHaveLength(1);
});

test('what waits when alerts are switched off is not told later', async () => {
  const { service, setPrices, world, seen } = await startBed((_, response) => void response.writeHead(500).end());
  await service.put(first, watch('A'));
  setPrices(rowsAt(900, 'A'));
  await service.run();
  world.channel = undefined;
  await service.run();
  expect(service.status().waiting).toBe(0);
  expect(await service.test('A text')).toBeUndefined();
  expect(seen).toHaveLength(1);
});

test('a list is forgotten after 14 days without renewal, and when its token goes', async () => {
  const { service, world } = await startBed();
  await service.put(first, watch('A'));
  world.now += 14 * day;
  await service.run();
  expect(service.status().lists).toBe(1);
  world.now += 1000;
  await service.run();
  expect(service.status().lists).toBe(0);
  await service.put(first, watch('A'));
  world.isKnown = () => false;
  await service.run();
  expect(service.status().lists).toBe(0);
});

test('what waits for a revoked person is not told, but what waits for others as well is', async () => {
  let status = 500;
  const { service, setPrices, world, seen } = await startBed((_, response) => void response.writeHead(status).end());
  await service.put(first, watch('A', 'B'));
  await service.put({ owner: 'revoked', device: first.device }, watch('B', 'C'));
  setPrices(rowsAt(900, 'A', 'B', 'C'));
  await service.run();
  expect(service.status().waiting).toBe(3);
  world.isKnown = (owner) => owner !== 'revoked';
  status = 200;
  world.now += minute;
  await service.run();
  expect(
    seen
      .at(-1)
      ?.body.split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['Skinlens', 'A', 'B']);
});

test('an eleventh device of a token takes the place of the oldest', async () => {
  const { service, world } = await startBed();
  for (let at = 0; at < 11; at++) {
    world.now += 1000;
    await service.put({ owner: 'token', device: `device-number-${at}` }, watch(...(at === 0 ? ['A', 'B'] : ['A'])));
  }
  expect(service.status()).toMatchObject({ lists: 10, alerts: 10 });
});
