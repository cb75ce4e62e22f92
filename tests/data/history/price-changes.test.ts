import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withNames } from '#data/catalogue/pack-table.ts';
import { changesKey, createPriceChanges, openStoredChanges } from '#data/history/stored-changes.ts';
import { makeStore } from '../memory-store.ts';
import { json, relayForEach } from '../stub-relay.ts';
import { loaded, tableOfNames } from '../table-of.ts';

const updated_at = '2026-11-24T10:00:00.000Z';
const envelope = { updated_at, markets: ['csfloat', 'buff163', 'youpin'], days: [30, 7, 1] };

describe('the worker’s changes', () => {
  let now = Date.parse(updated_at) + 60_000;
  let wanted = true;
  let changes = 0;
  let table = tableOfNames([]);
  let hasTable = true;
  const store = makeStore();
  const name = 'AK-47 | Redline (Field-Tested)';
  const body = { ...envelope, items: { [name]: [20, -50, null].map((week) => [1, week, 3]) } };
  const start = () => {
    const stored = openStoredChanges(
      () => store,
      () => now,
    );
    const service = createPriceChanges({
      fetch,
      now: () => now,
      random: () => 0,
      store: () => store,
      changes: stored,
      relay: async () => ({ base: new URL(relay.url), token: 't' }),
      table: async () => (hasTable ? loaded(table) : undefined),
      numberNames: async (names) => {
        const grown = withNames(table, names);
        table = grown.table;
        return grown;
      },
      isWanted: async () => wanted,
      // Explore reads the store when it is told.
      onChange: () => void (store.stored.has(changesKey) && changes++),
    });
    return { ...service, find: async () => (await stored.week(table))?.find(name) };
  };
  const relay = relayForEach(json(body, { ETag: '"a"' }));
  beforeEach(() => {
    store.stored.clear();
    now = Date.parse(updated_at) + 60_000;
    wanted = true;
    changes = 0;
  });
  const week = { csfloat: { percent: 2 }, buff163: { percent: -5 } };

  test.each([
    ['of an older relay', json({ error: 'there is nothing at this address' }, {}, 404)],
    ['of sample prices', json(body, { 'Skinlens-Sample': '1' })],
  ])('end with the answer %s', async (_, answer) => {
    const service = start();
    await service.checkIfDue();
    relay.answer = answer;
    now += 30 * 60_000;
    await service.checkIfDue();
    expect(await service.find()).toBeUndefined();
  });

  test('are not shown when they are old, and end with another relay', async () => {
    const service = start();
    await service.checkIfDue();
    now += 7 * 60 * 60_000;
    expect(await service.find()).toBeUndefined();
    now -= 7 * 60 * 60_000;
    await service.relayChanged();
    expect(await service.find()).toBeUndefined();
    expect(store.stored.get(changesKey)).toBeUndefined();
  });

  test('that are damaged are none, and fetched again whole', async () => {
    await start().checkIfDue();
    const stored = z.looseObject({ bytes: z.instanceof(Blob) }).parse(store.stored.get(changesKey));
    store.stored.set(changesKey, { ...stored, bytes: stored.bytes.slice(1) });
    const service = start();
    expect(await service.find()).toBeUndefined();
    now += 30 * 60_000;
    await service.checkIfDue();
    expect(relay.requests[1]?.headers['if-none-match']).toBeUndefined();
    expect(await service.find()).toEqual(week);
  });

  test('by the numbers of another catalogue are none, and fetched again at once', async () => {
    await start().checkIfDue();
    table = tableOfNames([]);
    const service = start();
    expect(await service.find()).toBeUndefined();
    await Promise.all([service.checkIfDue(), service.checkIfDue()]);
    expect(relay.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
    expect(await service.find()).toEqual(week);
  });

  test('are not asked for before there is a table, and then at once', async () => {
    hasTable = false;
    await start().checkIfDue();
    expect(relay.requests).toHaveLength(0);
    hasTable = true;
    const service = start();
    await service.checkIfDue();
    expect(await service.find()).toEqual(week);
  });
});
