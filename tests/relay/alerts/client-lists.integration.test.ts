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

test('a list is forgotten after 14 days on which prices came without its renewal, and when its token goes, also while nothing is told', async () => {
  const { service, world, confirm } = await startBed();
  world.channel = undefined;
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
