import { describe, expect, test } from 'vitest';
import { makeSigner, noticeRow } from '../../protocol/signed-notices.ts';
import { startSetupRelay } from '../admin/setup-relay.ts';
import { rates, xml } from '../ecb-xml.ts';
import { jsonOf, startTestRelay, type TestRelayOptions, until } from '../test-relay.ts';
import { key as apiKey, hangs, type Script, startUpstream, type Upstream } from '../upstream.ts';

const { key, sign } = await makeSigner();
const good = await sign({ issued: 2000, rows: [noticeRow] });
const others = {
  older: await sign({ issued: 1999 }),
  foreign: await (await makeSigner()).sign({ rows: [noticeRow] }),
  large: await sign({ rows: Array.from({ length: 99 }, () => noticeRow) }),
};

const serves =
  (body: unknown, status = 200): Script =>
  (_, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
const moved: Script = (_, response) => void response.writeHead(302, { Location: '/x' }).end();

/** What comes from elsewhere than the price API: its variable, a good answer, what is told of it, and a later answer. */
const sources = {
  rates: { name: 'RELAY_RATES_URL', answer: xml, told: rates, later: serves('', 500) },
  notices: { name: 'RELAY_NOTICES_URL', answer: good, told: good, later: serves(others.older) },
} as const;
type SourceName = keyof typeof sources;

const start = async (of: SourceName, script: Script, more: TestRelayOptions = {}, publisher?: Upstream) => {
  const source = publisher ?? (await startUpstream(script));
  const env = { [sources[of].name]: `${source.url}/file`, ...more.env };
  const testRelay = await startTestRelay(hangs, { noticesKey: key, ...more, env });
  return { ...testRelay, source, ask: (headers = {}) => testRelay.get(`/api/${of}`, headers) };
};

describe.each(Object.keys(sources) as SourceName[])('/api/%s', (of) => {
  const { answer, told, later } = sources[of];

  test('has what its source says, with an ETag, asked for once and without the key', async () => {
    const { ask, source } = await start(of, serves(answer), { env: { RELAY_POLL_SECONDS: '45' } });
    expect(source.seen).toEqual([]);
    const got = await ask();
    expect([got.status, jsonOf(got)]).toEqual([200, told]);
    expect(got.headers['cache-control']).toContain('s-maxage=45');
    const again = await ask({ 'If-None-Match': got.headers['etag'] ?? '' });
    expect([again.status, source.seen.map(({ target }) => target)]).toEqual([304, ['/file']]);
    expect(JSON.stringify(source.seen)).not.toContain(apiKey);
  });

  test('outlives the source and the process, and never goes back to an older answer', async () => {
    const before = await start(of, serves(answer));
    await before.ask();
    await before.close();
    before.source.does(later);
    const after = await start(of, hangs, before, before.source);
    expect(jsonOf(await until(() => after.ask()).gives(({ status }) => status === 200))).toEqual(told);
  });
});

test.each<[SourceName, string, Script]>([
  ['rates', 'away', serves('', 503)],
  ['rates', 'cut short', serves(xml.slice(0, xml.length / 2))],
  ['rates', 'elsewhere', moved],
  ['rates', 'forbidden', serves('', 401)],
  ['notices', 'away', serves('', 500)],
  ['notices', 'unsigned', serves([noticeRow])],
  ['notices', 'signed by somebody else', serves(others.foreign)],
  ['notices', 'changed since', serves({ ...good, signed: good.signed.replace('waxpeer', 'csfloat') })],
  ['notices', 'too large', serves(others.large)],
  ['notices', 'elsewhere', moved],
])('/api/%s is 503 with the reason where its source is %s', async (of, _, script) => {
  const got = await (await start(of, script)).ask();
  const words = of === 'rates' ? 'the source of exchange rates' : 'the source of notices';
  expect([got.status, jsonOf(got)]).toEqual([503, { error: expect.stringContaining(words) }]);
});

test('/api/rates/days has what its source told, the bank’s past alone of the bank’s, and is 404 where rates are off', async () => {
  const { get, source } = await start('rates', serves(xml));
  const got = await get('/api/rates/days');
  expect(jsonOf(got)).toEqual({ base: 'USD', days: { [rates.date]: rates.rates } });
  const again = await get('/api/rates/days', { 'If-None-Match': got.headers['etag'] ?? '' });
  expect([again.status, source.seen.length]).toEqual([304, 1]);
  const off = await startTestRelay(hangs, { env: { RELAY_RATES_URL: 'off' } });
  expect((await off.get('/api/rates/days')).status).toBe(404);
});

test('notices are 404 where they are off, and without a key in the package', async () => {
  const env = { RELAY_NOTICES_URL: 'off' };
  expect((await (await start('notices', serves(good), { env })).ask()).status).toBe(404);
  const keyless = await start('notices', serves(good), { noticesKey: '' });
  expect((await keyless.ask()).status).toBe(404);
  expect(keyless.source.seen).toEqual([]);
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
