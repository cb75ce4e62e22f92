import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createInvite, openInviteUses } from '#relay/admin/invites.ts';
import { defaultLimits } from '#relay/limits.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';
import { partner } from '../test-relay.ts';
import { answers, partnerRows, pricesOfAll } from '../upstream.ts';
import { type SetupTestBed, type SetupTestOptions, startSetupRelay } from './setup-relay.ts';

const startWithKey = (options: SetupTestOptions = {}) =>
  startSetupRelay(answers(partnerRows(3)), { ...options, key: 'sk_live_of-the-tests-of-invites' });

const quotas = { requestsPerMinute: 120, upstreamPerMinute: 10 };

const form = { inviteName: 'Anna', publicUrl: 'https://relay.example/' };

async function invite({ post }: SetupTestBed, fields: Partial<typeof form> = {}): Promise<string> {
  const { status, body } = await post('/setup/invite', { ...form, ...fields });
  expect(status).toBe(200);
  return /https:\/\/relay\.example\/#skinlens=([\w-]+)/.exec(body.toString())?.[1] ?? '';
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const idOf = (page: string): string => /name="id" value="([\w-]+)"/.exec(page)?.[1] ?? '';

test('of very many the page lists the newest, and others by their names', async () => {
  const invites = Array.from({ length: 102 }, (_, at) => createInvite({ ...quotas, name: `Guest ${at}.` }, 0).stored);
  const { page } = await startWithKey({ file: { invites } });
  const listed = async (query = '') => [...(await page(query)).matchAll(/>(Guest \d+)\.</g)].map(([, name]) => name);
  const newest = await listed();
  expect([newest.length, newest[0], newest.at(-1)]).toEqual([100, 'Guest 2', 'Guest 101']);
  expect(await listed('&find=Guest+1.')).toEqual(['Guest 1']);
});

describe('an invite', () => {
  test('opens the relay, which from then on refuses everybody without one', async () => {
    const bed = await startWithKey();
    expect((await bed.send(partner)).status).toBe(200);
    const token = await invite(bed);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect((await bed.send(partner, bearer(token))).status).toBe(200);
    expect((await bed.send(partner)).status).toBe(401);
    expect((await bed.send(partner, bearer(`${token}x`))).status).toBe(401);
  });

  test('that is the first brings one for the owner, and one for this computer alone says so', async () => {
    const bed = await startWithKey();
    const first = (await bed.post('/setup/invite', form)).body.toString();
    const [, own = ''] = /http:\/\/localhost:\d+\/#skinlens=([\w-]+)/.exec(first) ?? [];
    expect((await bed.send(partner, bearer(own))).status).toBe(200);
    expect(first).not.toContain('works on this computer only');
    const second = (await bed.post('/setup/invite', { ...form, publicUrl: 'http://127.0.0.1:8787' })).body.toString();
    expect(second.match(/#skinlens=/g)).toHaveLength(1);
    expect(second).toContain('works on this computer only');
  });

  test('is stored as a hash only, and its link is shown once', async () => {
    const bed = await startWithKey();
    const token = await invite(bed);
    const text = await readFile(bed.configPath, 'utf8');
    expect(text).not.toContain(token);
    expect(text).toContain(createHash('sha256').update(token).digest('hex'));
    expect(await bed.page('&step=status')).not.toContain(token);
  });

  test('that was stolen is refused as soon as it is revoked, and the relay does not become open', async () => {
    const bed = await startWithKey();
    const token = await invite(bed);
    expect((await bed.send(partner, bearer(token))).status).toBe(200);
    expect((await bed.post('/setup/revoke', { id: idOf(await bed.page('&step=status')) })).status).toBe(303);
    expect((await bed.send(partner, bearer(token))).status).toBe(401);
    expect((await bed.post('/setup/revoke', { id: idOf(await bed.page('&step=status')) })).status).toBe(303);
    expect((await bed.send(partner)).status).toBe(401);
    expect((await bed.post('/setup/open-up')).status).toBe(303);
    expect((await bed.send(partner)).status).toBe(200);
  });

  test('does not let the list be removed while somebody has one', async () => {
    const bed = await startWithKey();
    await invite(bed);
    expect((await bed.post('/setup/open-up')).status).toBe(409);
    expect((await bed.send(partner)).status).toBe(401);
  });

  test('has its own limits of requests, which the file may change', async () => {
    const own = (name: string, requestsPerMinute: number, upstreamPerMinute: number) =>
      createInvite({ name, requestsPerMinute, upstreamPerMinute }, 0);
    const [few, small, other] = [own('Anna', 2, 10), own('Ben', 120, 1), own('Cora', 120, 10)];
    const bed = await startWithKey({ file: { invites: [few, small, other].map(({ stored }) => stored) } });
    const ask = async (target: string, { token }: typeof few) => (await bed.send(target, bearer(token))).status;
    const statuses = [];
    for (const one of [few, few, few, other]) statuses.push(await ask(partner, one));
    bed.upstream.does(answers(pricesOfAll));
    const markets = ['steam', 'skins', 'dmarket'];
    for (const one of [small, small, other]) statuses.push(await ask(`/api/prices?markets=${markets.shift()}`, one));
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200]);
    await invite(bed);
    expect(await ask(partner, few)).toBe(429);
    expect(await bed.config()).toHaveProperty(
      'invites.3',
      expect.objectContaining({ requestsPerMinute: 120, upstreamPerMinute: 10 }),
    );
  });

  test('gets so many bytes an hour, and what it has stays true', async () => {
    const bed = await startWithKey({
      env: { RELAY_TOKENS: 'a-token-of-the-owner' },
      limits: { inviteBytesPerHour: 700 },
    });
    const ask = async (token: string, more = {}) =>
      (await bed.send(partner, { headers: { ...bearer(token).headers, ...more } })).status;
    const [token, other] = [await invite(bed), await invite(bed)];
    const statuses = [await ask(token), await ask(token), await ask(token, { 'If-None-Match': '*' }), await ask(other)];
    expect(statuses).toEqual([200, 429, 304, 200]);
    for (let at = 0; at < 2; at++) expect(await ask('a-token-of-the-owner')).toBe(200);
  });

  test('does not open /metrics; a token of RELAY_TOKENS does, and goes on working', async () => {
    const bed = await startWithKey({ env: { RELAY_TOKENS: 'a-token-of-the-owner' } });
    const token = await invite(bed);
    expect((await bed.send('/metrics', bearer(token))).status).toBe(403);
    expect((await bed.send('/metrics', bearer('a-token-of-the-owner'))).status).toBe(200);
    expect((await bed.send('/metrics')).status).toBe(401);
    expect((await bed.send(partner, bearer('a-token-of-the-owner'))).status).toBe(200);
  });

  test('shows its uses, and keeps them over a restart', async () => {
    const bed = await startWithKey();
    const token = await invite(bed);
    for (let use = 0; use < 3; use++) await bed.send(partner, bearer(token));
    await bed.relay.close(0);
    const env = { RELAY_CACHE_DIR: bed.cacheDir };
    const next = await startSetupRelay(answers({}), { env, file: (await bed.config()) as object });
    await expect.poll(() => next.page('&step=status')).toMatch(/<td data-name="Requests"[^>]*>3<\/td>/);
    expect(await next.page('&step=status')).toMatch(/<td data-name="Last use"[^>]*>\d+ sec ago<\/td>/);
  });

  test('counts what was used before the disk has told the earlier uses', async () => {
    const storage = createMemoryStorage();
    await storage.ask(
      'saveDocument',
      'invite-uses',
      '{"a":{"requests":2,"lastUseAt":5},"b":{"requests":1,"lastUseAt":4}}',
    );
    const uses = openInviteUses({ storage, limits: defaultLimits, reportProblem: () => undefined });
    uses.record('a', 9);
    await uses.save();
    expect(['a', 'b'].map(uses.get)).toEqual([
      { requests: 3, lastUseAt: 9 },
      { requests: 1, lastUseAt: 4 },
    ]);
  });

  test.each(['', '{"a":', '{"a":{"requests":-1}}', '[]'])(
    'has no uses where the database says %j of them',
    async (text) => {
      const storage = createMemoryStorage();
      await storage.ask('saveDocument', 'invite-uses', text);
      const uses = openInviteUses({ storage, limits: defaultLimits, reportProblem: () => undefined });
      uses.record('b', 1);
      await uses.save();
      expect([uses.get('a'), uses.get('b')]).toEqual([{ requests: 0 }, { requests: 1, lastUseAt: 1 }]);
    },
  );

  test('is not made of a bad name or address', async () => {
    const bed = await startWithKey();
    const names = [{ inviteName: ' ' }, { inviteName: 'a\nb' }];
    for (const fields of [...names, { publicUrl: 'relay' }])
      expect((await bed.post('/setup/invite', { ...form, ...fields })).status, JSON.stringify(fields)).toBe(400);
    const plain = await bed.post('/setup/invite', { ...form, publicUrl: 'http://relay.example' });
    expect([plain.status, plain.body.toString()]).toEqual([400, expect.stringContaining('The extension would refuse')]);
    expect(plain.body.toString()).toMatch(/id="publicUrl"[^>]* value="" /);
    expect((await bed.send(partner)).status).toBe(200);
  });

  test('in a name cannot write markup', async () => {
    const bed = await startWithKey();
    await invite(bed, { inviteName: '<img src=x onerror=a()>' });
    expect(await bed.page('&step=status')).not.toContain('<img src=x');
  });
});

test('the relay’s name goes with every answer, in a form that a header may carry', async () => {
  const bed = await startWithKey();
  expect((await bed.send(partner)).headers['skinlens-name']).toBeUndefined();
  expect((await bed.post('/setup/name', { name: 'Annas Küche 厨房' })).status).toBe(303);
  const { headers } = await bed.send(partner);
  expect(decodeURIComponent(headers['skinlens-name'] ?? '')).toBe('Annas Küche 厨房');
  expect((await bed.post('/setup/name', { name: '' })).status).toBe(303);
  expect((await bed.send(partner)).headers['skinlens-name']).toBeUndefined();
});
