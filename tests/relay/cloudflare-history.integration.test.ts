import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openD1 } from '#relay/history/d1.ts';
import { createD1History } from '#relay/history/d1-history.ts';
import { openHistory } from '#relay/history/history.ts';
import { pricesOfBody } from '#relay/history/prices-of-body.ts';
import { openSqlite } from '#relay/history/sqlite.ts';
import { slotOf, slotsPerDay } from '#relay/history/time.ts';
import { jsonOf, key, partner, until } from './test-relay.ts';
import { answers, partnerRows, refuses } from './upstream.ts';
import { bundleWorker, startWorker, temporaryFolder, workerToken } from './workerd.ts';

beforeAll(async () => void (await bundleWorker()), 60_000);

const encode = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));
const references = ['buff163', 'youpin', 'csfloat'] as const;
const [item = '', other = ''] = Object.keys(partnerRows(2));
const historyOf = (name: string, rest = '') => `/api/history?item=${encodeURIComponent(name)}${rest}`;

test('D1 answers as SQLite does for the same prices', async () => {
  const last = partnerRows(300, 77);
  const { get, tick, database, upstream } = await startWorker(answers(last), { keepsHistory: true });
  const d1 = createD1History(await database());
  const sqlite = await openHistory(openSqlite(':memory:'), 32, async () => undefined);
  const now = slotOf(Date.now());
  for (let back = 32; back >= 1; back--) {
    for (const slot of [now - back * slotsPerDay - 3, now - back * slotsPerDay]) {
      const body = {
        endpoint: 'partner',
        markets: references,
        bytes: encode(partnerRows(300, slot % 40)),
      } as const;
      await d1.ask('record', { body, slot });
      await sqlite.record(pricesOfBody(body), slot);
    }
  }
  await tick();
  await until(
    async () => tick(),
    () => upstream.seen.length > 0,
  );
  const changes = await until(
    () => get('/api/changes'),
    ({ status }) => status === 200,
  );
  const [row] = await openD1(await database()).all('SELECT max(slot) AS slot FROM looks');
  const slot = Number(row?.['slot']);
  expect(slot).toBeGreaterThanOrEqual(now);
  await sqlite.rollUp(slot);
  await sqlite.record(pricesOfBody({ endpoint: 'partner', markets: references, bytes: encode(last) }), slot);
  for (const name of [item, other]) {
    for (const rest of ['', '&days=400', '&days=3&markets=youpin']) {
      const markets = rest.endsWith('youpin') ? ['youpin'] : [...references].sort();
      const days = Number(/days=(\d+)/.exec(rest)?.[1] ?? 90);
      const wanted = await sqlite.body(
        { item: name, markets: rest.endsWith('youpin') ? markets : [...references], days },
        slot,
      );
      expect(jsonOf(await get(historyOf(name, rest)))).toEqual(JSON.parse(new TextDecoder().decode(wanted)));
    }
  }
  const [third = ''] = Object.keys(partnerRows(300)).slice(290);
  const several = `/api/histories?${[other, 'Never', third, item].map((name) => `item=${encodeURIComponent(name)}`).join('&')}&days=400`;
  const wantedOf = async (name: string) => {
    const wanted = await sqlite.body({ item: name, markets: [...references], days: 400 }, slot);
    return wanted ? JSON.parse(new TextDecoder().decode(wanted)) : null;
  };
  expect(jsonOf(await get(several))).toEqual({
    histories: [await wantedOf(other), null, await wantedOf(third), await wantedOf(item)],
  });
  expect(jsonOf(changes)).toEqual(JSON.parse(new TextDecoder().decode(await sqlite.changes(slot))));
  const etag = changes.headers['etag'] ?? '';
  expect((await get('/api/changes', { 'If-None-Match': etag })).status).toBe(304);
  expect((await get(historyOf('AK-47 | Nothing (Field-Tested)'))).status).toBe(404);
});

test('the cron trigger records without a client, once a half hour, and a death loses nothing', async () => {
  const folder = await temporaryFolder();
  const { get, tick, upstream, restart } = await startWorker(answers(partnerRows(3)), {
    keepsHistory: true,
    folder,
  });
  await tick();
  await tick();
  const before = jsonOf(await get(historyOf(item)));
  expect(before).toMatchObject({
    item,
    markets: { youpin: { days: [] }, buff163: { recent: [[expect.anything(), 100]] } },
  });
  expect(upstream.seen).toHaveLength(1);
  upstream.does(refuses(503));
  await restart();
  expect(jsonOf(await get(historyOf(item)))).toEqual(before);
  expect((await get(partner)).status).toBe(200);
  await tick();
  expect(jsonOf(await get(historyOf(item)))).toEqual(before);
});

test('before the first look, and without a database, there is no history', async () => {
  const early = await startWorker(answers(partnerRows(3)), { keepsHistory: true });
  expect((await early.get(historyOf(item))).status).toBe(404);
  expect((await early.get('/api/changes')).status).toBe(503);
  const without = await startWorker(answers(partnerRows(3)));
  await without.tick();
  for (const path of [historyOf(item), '/api/changes']) expect((await without.get(path)).status).toBe(404);
  expect(without.upstream.seen).toHaveLength(0);
});

test('KV, D1 and the object’s storage hold neither the key nor a token', async () => {
  const folder = await temporaryFolder();
  const { get, tick } = await startWorker(answers(partnerRows(3)), { keepsHistory: true, folder });
  await tick();
  // A query of its own counts for its token.
  expect((await get('/api/prices?markets=buff163')).status).toBe(503);
  expect((await get(partner)).status).toBe(200);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const whole = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  const stored = whole.join();
  // What is stored was read: all three kinds, and in the object's storage the names of its feeds.
  const kinds = new Set(files.map(({ parentPath }) => relative(folder, parentPath).split(sep)[0]));
  for (const kind of ['kv', 'd1', 'do']) expect(kinds).toContain(kind);
  expect(stored).toContain('get-partner-prices');
  expect(stored).not.toContain(key);
  expect(stored).not.toContain(workerToken);
});
