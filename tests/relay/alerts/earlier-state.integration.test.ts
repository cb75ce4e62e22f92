import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createAlertStore } from '#relay/alerts/alert-state.ts';
import { keyOfRow } from '#relay/alerts/view-rows.ts';
import { createStorageThread } from '#relay/store/storage-thread.ts';
import { tempFolder } from '../../temp-folder.ts';

const alert = { kind: 'below', cents: 1000 } as const;
const crossing = { name: 'A', alert, at: 5, market: 'buff163', cents: 900 } as const;
const row = { name: 'B', market: 'dmarket', cents: 5, asOf: 7 } as const;
const limits = { maxAgeMs: 5_400_000, minLiquidity: 0, minOffers: 3, profitPercent: 5, selling: [] };
const view = { name: 'Bargains', address: 'view=cheaper', tells: 1 };
/** As a relay of 2026-11 stored it. */
const earlier = {
  lists: {
    'token device-of-the-tests': {
      renewedAt: 3,
      unrenewedDays: 4,
      staleMinutes: 90,
      items: [{ name: 'A', addedAt: 0, alert, reached: { at: 5, market: 'buff163', cents: 900 } }],
      views: {
        limits,
        views: [{ ...view, memory: { address: 'view=cheaper', basis: '1', seen: [['B', 6]], told: [row] } }],
      },
    },
    damaged: 7,
  },
  seenAsOf: 8,
  day: 9,
  pending: [
    { crossing, asOf: 5, clients: ['token device-of-the-tests'] },
    { view: 'Bargains', rows: [row], more: 2, clients: ['token device-of-the-tests'] },
  ],
  told: { hour: 1, counts: {} },
  isSending: false,
};

test('the one document of an earlier relay is carried over into rows, once', async () => {
  const path = join(await tempFolder(), 'relay.db');
  const start = () => createStorageThread({ path }, 60_000);
  const first = start();
  await first.ask('saveDocument', 'invite-uses', '{}');
  await first.close();
  const file = new DatabaseSync(path);
  file.exec('DROP TABLE watch_lists; DROP TABLE view_memories');
  file.prepare('INSERT INTO documents VALUES (?, ?)').run('watch-lists', JSON.stringify(earlier));
  file.close();
  const storage = start();
  onTestFinished(storage.close);
  const read = () => createAlertStore(storage, () => undefined).change((state) => state);
  const carried = await read();
  expect([...carried.lists]).toMatchObject([
    [
      'token device-of-the-tests',
      { renewedDays: -4, items: [{ name: 'A', reached: { cents: 900 } }], views: { limits } },
    ],
  ]);
  const clients = ['token device-of-the-tests'];
  expect(carried).toMatchObject({
    seenAsOf: 8,
    day: 9,
    pending: [
      { crossing, asOf: 5, clients },
      { view: 'Bargains', row, more: 2, clients },
    ],
  });
  const [memory] = await storage.ask('loadViewMemories', clients);
  expect(JSON.parse(memory?.text ?? '')).toMatchObject({ basis: '1', seen: [[keyOfRow('B'), 6]] });
  expect(await storage.ask('loadAlerts')).toMatchObject({ earlier: undefined });
  expect(await read()).toEqual({ ...carried, memories: undefined });
});
