import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { describeHealth } from '#relay/api/health.ts';
import { askHealth } from '#relay/take-port.ts';
import { tempFolder } from '../temp-folder.ts';
import { startSetupRelay } from './admin/setup-relay.ts';
import { jsonOf, partner, until } from './test-relay.ts';
import { answers, inTurn, key, partnerRows, startUpstream } from './upstream.ts';

/** A relay whose price API works, with another database than its own. */
async function startBeside(sql: string | undefined, alerts?: object) {
  const folder = await tempFolder();
  if (sql !== undefined) {
    await mkdir(folder, { recursive: true });
    const database = new DatabaseSync(join(folder, 'relay.db'));
    database.exec(sql);
    database.close();
  }
  const env = { RELAY_CACHE_DIR: folder, RELAY_RATES_URL: 'http://127.0.0.1:1/rates' };
  const bed = await startSetupRelay(answers(partnerRows(3)), { env, key, file: { alerts } });
  await until(() => bed.send(partner)).gives(({ status }) => status === 200);
  return bed;
}

test('all is well while prices come and everything is stored', async () => {
  const { page, send } = await startBeside(undefined);
  expect(await page('&step=status')).toContain('All is well');
  const { storage, lists } = jsonOf(await send('/healthz')) as Record<string, unknown>;
  expect([storage, lists]).toEqual(['ok', 0]);
});

test('all is not well beside a database of a newer format, in which nothing is stored', async () => {
  const { page, send } = await startBeside(
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('format', '99')",
  );
  expect(jsonOf(await send('/healthz'))).toMatchObject({ ready: true, storage: 'newer' });
  const text = await page('&step=status');
  expect(text).not.toContain('All is well');
  expect(text).toContain('But this needs a look: History.');
});

test('all is not well while neither exchange rates nor messages arrive', async () => {
  const { page, post, send } = await startBeside(undefined, { kind: 'ntfy', url: 'http://127.0.0.1:1/topic' });
  expect((await send('/api/rates')).status).toBe(503);
  await post('/setup/alerts/test');
  expect(jsonOf(await send('/healthz'))).toMatchObject({ alerts: 'unreachable' });
  expect(await page('&step=status')).toContain('But this needs a look: Exchange rates, Alerts.');
});

describe('--check', () => {
  const well = { ready: true, storage: 'ok', lists: 2, alerts: 'off', feeds: [{ source: partner, age: 41 }] };

  test('has a line for each feed, storage, lists and alerts', () => {
    const text = `ready\n${partner}: 41 s old\nstorage: ok\nlists: 2\nalerts: off`;
    expect(describeHealth(well)).toEqual({ isWell: true, text });
    expect(describeHealth({ ready: true })).toEqual({ isWell: true, text: 'ready' });
  });

  test('writes no other program’s control characters to the terminal', () => {
    expect(describeHealth({ ready: true, storage: 'ok\u001b[2J' }).text).toBe('ready\nstorage: ok [2J');
  });

  test.each([
    answers({ ...well, more: 'x'.repeat(100_000) }),
    inTurn(answers({}, { status: 302, headers: { Location: '/' } }), answers(well)),
  ])('takes no long answer and no redirect of another program for a relay’s', async (script) => {
    const { url } = await startUpstream(script);
    expect(await askHealth(new URL(url).host)).toBeUndefined();
  });

  test.each([
    [{ ...well, ready: false }, 'not ready'],
    [{ ...well, upstream: 'sample' }, 'prices: samples, until there is a key'],
    [{ ...well, storage: 'newer' }, 'storage: newer'],
    [{ ...well, history: 'clock-apart' }, 'history: clock-apart'],
    [{ ...well, alerts: 'refused' }, 'alerts: refused'],
    [{ ...well, feeds: [{ source: partner, failure: 'relay' }] }, `${partner}: no data, relay`],
  ])('says that %j needs a hand', (health, words) => {
    const { isWell, text } = describeHealth(health);
    expect(isWell).toBe(false);
    expect(text).toContain(words);
  });
});
