import { describe, expect, test } from 'vitest';
import { makeSigner, noticeRow } from '../../protocol/signed-notices.ts';
import { startSetupRelay } from '../admin/setup-relay.ts';
import { jsonOf, startTestRelay, type TestRelayOptions, until } from '../test-relay.ts';
import { key as apiKey, hangs, type Script, startUpstream, type Upstream } from '../upstream.ts';

const { key, sign } = await makeSigner();
const good = await sign({ issued: 2000, rows: [noticeRow] });
const others = {
  foreign: await (await makeSigner()).sign({ rows: [noticeRow] }),
  large: await sign({ rows: Array.from({ length: 99 }, () => noticeRow) }),
};

const serves =
  (body: unknown, status = 200): Script =>
  (_, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

const start = async (script: Script, more: TestRelayOptions = {}, publisher?: Upstream) => {
  const source = publisher ?? (await startUpstream(script));
  const env = { RELAY_NOTICES_URL: `${source.url}/notices.json`, ...more.env };
  return { ...(await startTestRelay(hangs, { noticesKey: key, ...more, env })), source };
};

describe('/api/notices', () => {
  test('has the signed text as it is, with an ETag, asked for once and without the key', async () => {
    const { get, source } = await start(serves(good));
    expect(source.seen).toEqual([]);
    const got = await get('/api/notices');
    expect([got.status, jsonOf(got)]).toEqual([200, good]);
    expect(got.headers['cache-control']).toContain('s-maxage=86400');
    const again = await get('/api/notices', { 'If-None-Match': got.headers['etag'] ?? '' });
    expect([again.status, source.seen.map(({ target }) => target)]).toEqual([304, ['/notices.json']]);
    expect(JSON.stringify(source.seen)).not.toContain(apiKey);
  });

  test.each<[string, Script]>([
    ['unsigned', serves([noticeRow])],
    ['signed by somebody else', serves(others.foreign)],
    ['changed after they were signed', serves({ ...good, signed: good.signed.replace('waxpeer', 'csfloat') })],
    ['too large', serves(others.large)],
    ['elsewhere', (_, response) => void response.writeHead(302, { Location: '/x' }).end()],
    ['away', serves('', 500)],
  ])('is 503 with the reason when they are %s', async (_, script) => {
    const got = await (await start(script)).get('/api/notices');
    expect([got.status, jsonOf(got)]).toEqual([503, { error: expect.stringContaining('the source of notices') }]);
  });

  test('is 404 where they are off, and without a key in the package', async () => {
    const env = { RELAY_NOTICES_URL: 'off' };
    expect((await (await start(serves(good), { env })).get('/api/notices')).status).toBe(404);
    const keyless = await start(serves(good), { noticesKey: '' });
    expect((await keyless.get('/api/notices')).status).toBe(404);
    expect(keyless.source.seen).toEqual([]);
  });

  test('never goes back to an older list, not even in another process', async () => {
    const before = await start(serves(good));
    await before.get('/api/notices');
    await before.close();
    before.source.does(serves(await sign({ issued: 1999 })));
    const { folder, upstream } = before;
    const after = await start(hangs, { folder, upstream }, before.source);
    const got = await until(() => after.get('/api/notices')).gives(({ status }) => status === 200);
    expect(jsonOf(got)).toEqual(good);
  });
});

describe('what the owner switches off', () => {
  const row = { site: 'https://www.Waxpeer.com/market?x=1', off: 'listing', why: 'Wrong <b>today</b>.' };
  const told = { site: 'waxpeer.com', off: 'listing', why: 'Wrong <b>today</b>.' };

  test('is told to everybody, and no more once it is on again', async () => {
    const { post, page, send, config } = await startSetupRelay(hangs);
    const notices = async () => {
      const got = await send('/api/notices');
      return got.status === 200 ? jsonOf(got) : got.status;
    };
    expect(await notices()).toBe(404);
    expect((await post('/setup/notices', row)).status).toBe(303);
    expect(await notices()).toEqual({ own: [told] });
    expect(await page('&step=status')).toContain('Wrong &lt;b&gt;today&lt;/b&gt;.');
    await post('/setup/notices', { ...row, off: 'site' });
    expect(await config()).toMatchObject({ ownNotices: [{ ...told, off: 'site' }] });
    expect((await post('/setup/notices/end', { site: 'waxpeer.com' })).status).toBe(303);
    expect(await notices()).toBe(404);
  });

  test.each([
    ['no address', { site: 'Waxpeer' }],
    ['no reason', { why: ' ' }],
    ['an unknown part', { off: 'prices' }],
  ])('%s changes nothing', async (_, fields) => {
    const { post, send } = await startSetupRelay(hangs);
    expect((await post('/setup/notices', { ...row, ...fields })).status).toBe(400);
    expect((await send('/api/notices')).status).toBe(404);
  });
});
