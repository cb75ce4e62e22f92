/** @module-tag full */
import { expect, test } from 'vitest';
import { StorageError } from '#relay/store/storage-thread.ts';
import { day, first, rowsAt, startBed, watch } from './alert-bed.ts';

test('a list that could not be stored is refused, and the one before stays', async () => {
  const { service, confirm, seen, storage } = await startBed();
  await service.put(first, watch('A'));
  storage.isFull = true;
  await expect(service.put(first, watch('B'))).rejects.toThrow(StorageError);
  storage.isFull = false;
  await confirm(rowsAt(900, 'A', 'B'));
  expect(seen.map(({ body }) => body)).toEqual([expect.stringContaining('A: BUFF163')]);
});

test('a list is forgotten after 14 days on which prices came without its renewal, and when its token goes', async () => {
  const { service, world, confirm } = await startBed();
  await service.put(first, watch('A'));
  const days = async (count: number) => {
    for (let at = 0; at < count; at++) {
      world.now += day;
      await confirm(rowsAt(1500, 'A'));
    }
    return service.status().lists;
  };
  expect(await days(13)).toBe(1);
  await service.put(first, watch('A'));
  expect(await days(14)).toBe(1);
  expect(world.problems).toEqual([]);
  expect(await days(1)).toBe(0);
  expect([service.status().forgotten, world.problems]).toEqual([1, ['1']]);
  await service.put(first, watch('A'));
  world.isKnown = () => false;
  expect(await days(1)).toBe(0);
});

test('clocks that are 15 days ahead for moments take no list', async () => {
  const { service, world, confirm } = await startBed();
  await service.put(first, watch('A'));
  for (let at = 0; at < 40; at++) {
    const jump = at % 2 === 0 ? 15 * day : -15 * day;
    world.now += jump;
    world.jumpedMs += jump;
    await confirm(rowsAt(1500, 'A'));
  }
  expect(service.status()).toMatchObject({ lists: 1, forgotten: 0 });
});

test('an eleventh device of a token takes the place of the oldest', async () => {
  const { service, world } = await startBed();
  for (let at = 0; at < 11; at++) {
    world.now += 1000;
    await service.put({ owner: 'token', device: `device-number-${at}` }, watch(...(at === 0 ? ['A', 'B'] : ['A'])));
  }
  expect(service.status()).toMatchObject({ lists: 10, alerts: 10 });
});

test('five made-up origins with ten lists each leave a place for others, but none for an eleventh list', async () => {
  const { service, world } = await startBed();
  for (let at = 0; at < 50; at++) {
    world.now += 1000;
    const owner = `chrome-extension://${'abcde'[at % 5]?.repeat(32)}`;
    await service.put({ owner, device: `device-number-${at}` }, watch('A'));
  }
  const mine = { owner: `chrome-extension://${'p'.repeat(32)}`, device: 'device-of-my-own' };
  await service.put(mine, watch('A', 'B', 'C'));
  expect(service.status()).toMatchObject({ lists: 50, alerts: 52 });
  for (const device of ['another-of-my-own', 'a-third-of-my-own-']) await service.put({ ...mine, device }, watch('A'));
  expect(service.status()).toMatchObject({ lists: 50, alerts: 52 });
});

test('fifty owners with a list each leave no place for another', async () => {
  const { service } = await startBed();
  for (let at = 0; at < 50; at++) await service.put({ owner: `token-${at}`, device: first.device }, watch('A'));
  await expect(service.put(first, watch('A'))).rejects.toThrow(expect.objectContaining({ status: 409 }));
});
