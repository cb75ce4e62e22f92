/** @module-tag full */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../e2e/servers.ts';
import { tempFolder } from '../temp-folder.ts';
import { startSetupRelay } from './admin/setup-relay.ts';
import { notPlain } from './not-plain.ts';
import { get, partner, type RawResponse, type RelayTestBed, startTestRelay, until } from './test-relay.ts';
import { answers, inTurn, partnerRows, pricesOfAll, refuses } from './upstream.ts';

const has = (program: string): boolean => !spawnSync(program, ['-v']).error;
const nginx = ['nginx', '/usr/sbin/nginx'].find(has);

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

type Ask = (target: string, headers?: Record<string, string>) => Promise<RawResponse>;

const startNginx = async (testRelay: Pick<RelayTestBed, 'url'>): Promise<Ask> =>
  (await startNginxServer(testRelay)).ask;

/** The caching configuration, and the lines of the relay's README for a proxy without a cache. */
const cached = await readFile('src/relay/nginx-cache.conf', 'utf8');
const [, plain = ''] = /```nginx\n(.*?)```/s.exec(await readFile('src/relay/README.md', 'utf8')) ?? [];

/** nginx in front of a relay, with a configuration that the relay's README recommends. */
async function startNginxServer(
  testRelay: Pick<RelayTestBed, 'url'>,
  recommended = cached,
): Promise<{ readonly url: string; readonly ask: Ask }> {
  const folder = await tempFolder();
  const address = `127.0.0.1:${await freePort()}`;
  const site = recommended
    .replace('443 ssl', address)
    .replaceAll(/ssl_certificate.*/g, '')
    .replaceAll('127.0.0.1:8787', new URL(testRelay.url).host)
    .replaceAll('127.0.0.1:8781', `127.0.0.1:${await freePort()}`)
    .replace('127.0.0.1:8080', address)
    .replace('/var/cache/nginx/skinlens', join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const frame = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 64; }
    http { access_log off; ${temporary.join(' ')}
    ${site} }`;
  await writeFile(join(folder, 'nginx.conf'), frame);
  const child = spawn(nginx ?? '', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  onTestFinished(() => stop(child));
  const url = `http://${address}`;
  const ask: Ask = (target, headers) => get(url + target, { ...bearer, ...headers });
  await until(() => ask('/nothing').catch(() => undefined)).gives((got) => got?.status === 404);
  return { url, ask };
}

/** A relay lets nobody in through a proxy without a token. */
const token = 'a-token-of-the-tests';
const bearer = { Authorization: `Bearer ${token}` };
const env = { RELAY_TOKENS: `${token},another-token-of-16` };
const poll = { env: { ...env, RELAY_POLL_SECONDS: '30' } };
const cacheOf = (got: RawResponse): string | undefined => got.headers['x-cache'];

async function countRequests(testRelay: RelayTestBed): Promise<number> {
  const text = (await testRelay.get('/metrics', bearer)).body.toString();
  const counts = [...text.matchAll(/relay_requests_total\{route="\/api\/get-partner-prices",status="\d+"\} (\d+)/g)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

describe.skipIf(!nginx)('nginx as the README has it, without a cache', () => {
  test('lets in whoever has a token, and leads nobody to the setup page', async () => {
    const testRelay = await startSetupRelay(answers(partnerRows(5)), { env });
    const { ask } = await startNginxServer(testRelay.relay, plain);
    const statuses = [];
    for (const Authorization of [bearer.Authorization, ''])
      statuses.push((await ask(partner, { Host: 'relay.example', Authorization })).status);
    expect(statuses).toEqual([200, 401]);
    expect((await ask(`/?session=${testRelay.session}`)).status).toBe(404);
  });
});

describe.skipIf(!nginx)('nginx as a cache in front of the relay', () => {
  test('answers from its cache within the poll period', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(50)), poll);
    const ask = await startNginx(testRelay);
    expect(cacheOf(await ask(partner, { 'Accept-Encoding': 'br' }))).toBe('MISS');
    for (let turn = 0; turn < 20; turn++) expect(cacheOf(await ask(partner, { 'Accept-Encoding': 'br' }))).toBe('HIT');
    const { headers } = await ask(partner);
    expect((await ask(partner, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
    expect(testRelay.upstream.seen.length).toBe(1);
    expect(await countRequests(testRelay)).toBe(2);
  });

  test('revalidates with the ETag after the poll period', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(50)), { env: { ...env, RELAY_POLL_SECONDS: '1' } });
    const ask = await startNginx(testRelay);
    const first = await ask(partner);
    expect(cacheOf(await ask(partner))).toBe('HIT');
    const again = await until(() => ask(partner)).gives((got) => cacheOf(got) !== 'HIT');
    expect(cacheOf(again)).toBe('REVALIDATED');
    expect(again.headers.etag).toBe(first.headers.etag);
  });

  test('keeps codings and dictionaries apart', async () => {
    const testRelay = await startTestRelay(inTurn(answers(partnerRows(400)), answers(partnerRows(400, 1))), { env });
    const old = await testRelay.get(partner, bearer);
    const fresh = await until(() => testRelay.get(partner, bearer)).gives(
      ({ headers }) => headers.etag !== old.headers.etag,
    );
    const id = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(old.body))).toString('base64');
    const ask = await startNginx(testRelay);
    const browser = { 'Accept-Encoding': 'gzip, br, zstd, dcz' };
    const kinds: readonly (readonly [string, Record<string, string>])[] = [
      ['br', { 'Accept-Encoding': 'br' }],
      ['gzip', { 'Accept-Encoding': 'gzip' }],
      ['dcz', { ...browser, 'Available-Dictionary': `:${id}:` }],
      ['br', browser],
      ['identity', {}],
    ];
    for (const turn of [1, 2]) {
      for (const [coding, headers] of kinds) {
        const got = await ask(partner, headers);
        expect([turn, got.headers['content-encoding'] ?? 'identity']).toEqual([turn, coding]);
        if (coding === 'gzip') expect(gunzipSync(got.body).equals(fresh.body)).toBe(true);
      }
    }
  });

  test('keeps the responses of tokens apart', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)), poll);
    const ask = await startNginx(testRelay);
    expect(cacheOf(await ask(partner))).toBe('MISS');
    expect(cacheOf(await ask(partner))).toBe('HIT');
    expect((await ask(partner, { Authorization: '' })).status).toBe(401);
    expect((await ask(partner, { Authorization: 'Bearer three' })).status).toBe(401);
    expect((await ask(partner, { Authorization: 'Bearer another-token-of-16' })).status).toBe(200);
  });

  test('leads nobody to the setup page', async () => {
    const testRelay = await startSetupRelay(answers(partnerRows(5)));
    const ask = await startNginx(testRelay.relay);
    const own = { Origin: testRelay.relay.url };
    for (const target of ['/', `/?session=${testRelay.session}`, '/setup/page.css', '/setup/proof?nonce=x']) {
      for (const headers of [{}, own]) expect([target, (await ask(target, headers)).status]).toEqual([target, 404]);
    }
  });

  test('lets an extension read that prices are samples', async () => {
    const testRelay = await startSetupRelay(answers(partnerRows(5)), { env });
    const ask = await startNginx(testRelay.relay);
    const extension = { Origin: 'moz-extension://0f3a1d2c-1111-2222-3333-444455556666' };
    const { headers } = await ask(partner, extension);
    expect(headers['skinlens-sample']).toBe('1');
    const direct = await testRelay.send(partner, { headers: { ...extension, ...bearer } });
    expect(headers['access-control-expose-headers']).toBe(direct.headers['access-control-expose-headers']);
  });

  test('lets extensions read and web pages not, in any order', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)), poll);
    const ask = await startNginx(testRelay);
    const extension = { Origin: 'moz-extension://0f3a1d2c-1111-2222-3333-444455556666' };
    const page = { Origin: 'https://csfloat.com' };
    const hidden = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' };
    const got = [];
    for (const headers of [page, extension, page, hidden, {}, hidden]) {
      const { status, headers: answered } = await ask(partner, headers);
      got.push([status, answered['access-control-allow-origin']]);
    }
    const refused = [403, undefined];
    expect(got).toEqual([refused, [200, extension.Origin], refused, refused, [200, undefined], refused]);
  });

  test('holds one copy for all extensions and programs', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)), poll);
    const ask = await startNginx(testRelay);
    const Origin = 'chrome-extension://abc';
    expect(cacheOf(await ask(partner))).toBe('MISS');
    for (const headers of [{ Origin }, { Origin: 'moz-extension://0f3a1d2c-1111' }, { 'Sec-Fetch-Site': 'none' }]) {
      expect(cacheOf(await ask(partner, headers))).toBe('HIT');
    }
    const got = await ask(partner, { Origin, 'Sec-Fetch-Site': 'cross-site' });
    expect([cacheOf(got), got.headers['access-control-allow-origin']]).toEqual(['HIT', Origin]);
    expect(await countRequests(testRelay)).toBe(1);
  });

  test('lets extensions read errors, and passes on their preflight requests', async () => {
    const testRelay = await startTestRelay(refuses(503), { env });
    const { ask, url } = await startNginxServer(testRelay);
    const Origin = 'chrome-extension://abc';
    const failed = await ask(partner, { Origin });
    expect([failed.status, failed.headers['access-control-allow-origin']]).toEqual([503, Origin]);
    const asked = { Origin, 'Sec-Fetch-Site': 'cross-site', 'Access-Control-Request-Headers': 'authorization' };
    const preflight = await get(url + partner, asked, 'OPTIONS');
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, Origin]);
    expect(preflight.headers['access-control-allow-headers']).toBe('Authorization, If-None-Match');
  });

  test('answers a target that is not plain as the relay does, not from its cache', async () => {
    const testRelay = await startTestRelay(answers(pricesOfAll), poll);
    const ask = await startNginx(testRelay);
    for (const target of ['/api/prices', '/api/prices?markets=steam']) expect(cacheOf(await ask(target))).toBe('MISS');
    for (const target of notPlain) {
      const got = await ask(target);
      expect([target, got.status, cacheOf(got)]).toEqual([target, 404, undefined]);
    }
    expect(testRelay.upstream.seen.map(({ target }) => target)).toEqual(['/api/prices', '/api/prices?markets=steam']);
  });

  test('caches no error', async () => {
    const testRelay = await startTestRelay(refuses(503), { env });
    const ask = await startNginx(testRelay);
    expect((await ask(partner)).status).toBe(503);
    testRelay.upstream.does(answers(partnerRows(5)));
    expect(cacheOf(await until(() => ask(partner)).gives(({ status }) => status === 200))).toBe('MISS');
  });
});
