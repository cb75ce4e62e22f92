import { expect, test } from 'vitest';
import { first, minute, rowsAt, startBed, watch } from './alert-bed.ts';

test('all crossings of one refresh come in one message, each once', async () => {
  const { service, confirm, seen } = await startBed();
  await service.put(first, watch('A', 'B'));
  await service.put({ ...first, device: 'second-device-id' }, watch('B', 'C'));
  await confirm(rowsAt(900, 'A', 'B', 'C'));
  await service.deliver();
  const line = (name: string) => `${name}: BUFF163 $9.00 ≤ $10.00 (0 min)`;
  expect(seen.map(({ body }) => body)).toEqual([`Skinlens\n${line('A')}\n${line('B')}\n${line('C')}`]);
});

test('a message stays short and says how many lines are missing', async () => {
  const { service, confirm, seen } = await startBed();
  const names = Array.from({ length: 200 }, (_, at) => `Item ${at} ${'x'.repeat(60)}`);
  await service.put(first, watch(...names));
  await confirm(rowsAt(900, ...names));
  const [{ body } = { body: '' }] = seen;
  const lines = body.split('\n').length - 2;
  expect(Buffer.byteLength(body)).toBeLessThan(1900);
  expect(body).toMatch(new RegExp(`\\n\\+ ${200 - lines}$`));
});

test('a price that comes back over the line arms the alert again', async () => {
  const { service, confirm, seen } = await startBed();
  await service.put(first, watch('A'));
  for (const cents of [900, 1500, 950]) await confirm(rowsAt(cents, 'A'));
  expect(seen.map(({ body }) => /\$\d+/.exec(body)?.[0])).toEqual(['$9', '$9']);
});

test('inflated and stale prices, and rows that do not fit, are never told of', async () => {
  const { service, confirm, seen } = await startBed();
  await service.put(first, watch('A'));
  await confirm({ A: { ...rowsAt(900, 'A')['A'], is_inflated: 'no' } });
  await confirm({ A: { ...rowsAt(900, 'A')['A'], is_inflated: true } });
  await confirm(rowsAt(900, 'A'), 91 * minute);
  expect(seen).toEqual([]);
});

test('nothing is sent while the disk keeps no mark of it', async () => {
  const { service, confirm, seen, storage, world } = await startBed();
  await service.put(first, watch('A'));
  storage.isFull = true;
  await confirm(rowsAt(900, 'A'));
  expect(seen).toEqual([]);
  expect(world.problems).toEqual(['database or disk is full']);
  storage.isFull = false;
  await confirm(rowsAt(900, 'A'));
  expect(seen).toHaveLength(1);
});

test('what waits when alerts are switched off is not told later', async () => {
  const { service, confirm, world, seen } = await startBed((_, response) => void response.writeHead(500).end());
  await service.put(first, watch('A'));
  await confirm(rowsAt(900, 'A'));
  world.channel = undefined;
  await service.deliver();
  expect(service.status().waiting).toBe(0);
  expect(await service.test('A text')).toBeUndefined();
  expect(seen).toHaveLength(1);
});

test('what waits for a revoked person is not told, but what waits for others as well is', async () => {
  let status = 500;
  const { service, confirm, world, seen } = await startBed((_, response) => void response.writeHead(status).end());
  await service.put(first, watch('A', 'B'));
  await service.put({ owner: 'revoked', device: first.device }, watch('B', 'C'));
  await confirm(rowsAt(900, 'A', 'B', 'C'));
  expect(service.status().waiting).toBe(3);
  world.isKnown = (owner) => owner !== 'revoked';
  status = 200;
  world.now += minute;
  await service.deliver();
  expect(
    seen
      .at(-1)
      ?.body.split('\n')
      .map((line) => line.split(':')[0]),
  ).toEqual(['Skinlens', 'A', 'B']);
});
