import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '#protocol/node-server.ts';
import { readConfig } from '#relay/config.ts';
import { startRelay } from '#relay/node.ts';
import { exitOf, main, run, runAgainst } from './relay-process.ts';
import { get, key, partner, sleep, startTestRelay, until } from './test-relay.ts';
import { answers, hangs, partnerRows, type Script } from './upstream.ts';

const required = { PRICE_API_URL: 'https://prices.example', PRICE_API_KEY: key };

describe('the environment', () => {
  test('needs only the price API’s address and key', () => {
    const { cacheDir, historyFile, ...settings } = readConfig({ ...required, RELAY_TOKENS: '' });
    expect(settings).toEqual({
      priceApi: { url: 'https://prices.example', key },
      isPriceApiFixed: true,
      plainHttpHosts: [],
      isPortFixed: false,
      host: '127.0.0.1',
      port: 8787,
      tokens: [],
      pollMs: 60_000,
      ratesUrl: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
      log: 'stdout',
      historyMarkets: ['buff163', 'youpin', 'csfloat'],
      isLoopback: true,
    });
    expect(historyFile?.startsWith(process.env['XDG_DATA_HOME'] ?? homedir())).toBe(true);
    expect(cacheDir.startsWith(process.env['XDG_CACHE_HOME'] ?? homedir())).toBe(true);
  });

  test.each([
    [{ PRICE_API_URL: '' }, 'PRICE_API_URL is missing'],
    [{ PRICE_API_KEY: undefined }, 'PRICE_API_KEY is missing'],
    [{ PRICE_API_URL: undefined, PRICE_API_KEY: '' }, 'PRICE_API_URL is missing; PRICE_API_KEY is missing'],
    [{ PRICE_API_URL: 'prices.example' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'ftp://prices.example' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'https://a:b@prices.example' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'https://prices.example/?a=1' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'http://prices.example' }, 'PRICE_API_URL is not usable: over http others can read the key'],
    [{ PRICE_API_URL: 'http://127.0.0.1.prices.example' }, 'over http others can read the key'],
    [{ PRICE_API_URL: 'http://service:8788', RELAY_PLAIN_HTTP: 'other,service.example' }, 'RELAY_PLAIN_HTTP'],
    [{ RELAY_PLAIN_HTTP: 'http://service' }, 'RELAY_PLAIN_HTTP is not usable: it is no name of a host'],
    [{ PRICE_API_KEY: `${key}\nx` }, 'PRICE_API_KEY is not usable'],
    [{ RELAY_PORT: 'http' }, 'RELAY_PORT is not usable'],
    [{ RELAY_PORT: '70000' }, 'RELAY_PORT is not usable'],
    [{ RELAY_POLL_SECONDS: '0' }, 'RELAY_POLL_SECONDS is not usable'],
    [{ RELAY_POLL_SECONDS: 'soon' }, 'RELAY_POLL_SECONDS is not usable'],
    [{ RELAY_RATES_URL: 'no' }, 'RELAY_RATES_URL is not usable'],
    [{ RELAY_TOKENS: 'a b' }, 'RELAY_TOKENS is not usable'],
    [{ RELAY_HOST: '0.0.0.0' }, 'RELAY_TOKENS is missing: it is required when RELAY_HOST is not loopback'],
    [{ RELAY_HOST: 'relay.example', RELAY_TOKENS: ' , ' }, 'RELAY_TOKENS is missing'],
    [{ RELAY_TOKENS: key }, 'RELAY_TOKENS is not usable: a token is the key of the price API'],
    [{ RELAY_TOKENS: `a-token-of-mine-1,${key}` }, 'RELAY_TOKENS is not usable: a token is the key of the price API'],
    [{ RELAY_HOST: '0.0.0.0', RELAY_TOKENS: 'fifteen-letters' }, 'a token is shorter than 16 characters'],
  ])('with %j stops the start with one line', (env, line) => {
    const start = () => readConfig({ ...required, ...env });
    expect(start).toThrow(StartError);
    expect(start).toThrow(line);
    try {
      start();
    } catch (error) {
      expect(String(error)).not.toContain(key);
      expect(String(error)).not.toContain('\n');
    }
  });

  test.each(['http://127.0.0.1:8788', 'http://localhost', 'http://[::1]:1', 'http://service:8788', 'http://10.0.0.7'])(
    'lets the key go to %s, which is this machine or allowed by name',
    (PRICE_API_URL) => {
      const env = { ...required, PRICE_API_URL, RELAY_PLAIN_HTTP: 'Service, 10.0.0.7' };
      expect(readConfig(env).priceApi?.url).toBe(PRICE_API_URL);
    },
  );

  test.each(['127.0.0.1', 'localhost', '::1', '127.1.2.3'])('%s is loopback and needs no token', (RELAY_HOST) => {
    expect(readConfig({ ...required, RELAY_HOST }).isLoopback).toBe(true);
  });

  test('stops the start when the cache folder cannot be made', async () => {
    const start = startRelay({ ...required, RELAY_PORT: '0', RELAY_LOG: 'off', RELAY_CACHE_DIR: `${main}/cache` });
    await expect(start).rejects.toThrow(/^RELAY_CACHE_DIR is not usable/);
  });

  test('stops the start when the port is taken', async () => {
    const { url, folder } = await startTestRelay(hangs);
    const RELAY_PORT = new URL(url).port;
    const start = startRelay({ ...required, RELAY_PORT, RELAY_LOG: 'off', RELAY_CACHE_DIR: join(folder, 'other') });
    await expect(start).rejects.toThrow(StartError);
  });
});

test('a closed relay writes no more files', async () => {
  const large = partnerRows(6000);
  expect(JSON.stringify(large).length).toBeGreaterThan(512 * 1024);
  const testRelay = await startTestRelay(answers(large));
  const cut = testRelay.get(partner).catch(() => undefined);
  await until(
    async () => testRelay.upstream.seen.length,
    (count) => count === 1,
  );
  await sleep(30);
  await testRelay.close();
  const left = await readdir(testRelay.folder, { recursive: true });
  await sleep(300);
  expect(await readdir(testRelay.folder, { recursive: true })).toEqual(left);
  await cut;
});

describe('the process', () => {
  test.each([
    [{ RELAY_LOG: '/nowhere/relay.log' }, 'RELAY_LOG is not usable'],
    [{ RELAY_LOG: tmpdir() }, 'RELAY_LOG is not usable'],
    [{ RELAY_CACHE_DIR: '/proc/nowhere' }, 'RELAY_CACHE_DIR is not usable'],
    [{ RELAY_CACHE_DIR: '/proc' }, 'RELAY_CACHE_DIR is not usable'],
    [{ RELAY_CACHE_DIR: '/dev/null/a\nb' }, 'RELAY_CACHE_DIR is not usable'],
    [{ RELAY_TOKENS: key }, 'RELAY_TOKENS is not usable'],
  ])('with %j says why in one line and exits with 1', async (env, line) => {
    const { child, output } = await run({ ...required, RELAY_PORT: '0', ...env });
    expect(await exitOf(child)).toBe(1);
    expect(output()).toMatch(/^relay: .+\n$/);
    expect(output()).toContain(line);
    expect(output()).not.toContain(key);
  });

  test('names a missing variable in one line and exits with 1', async () => {
    const { child, output } = await run({ PRICE_API_URL: 'https://prices.example' });
    expect(await exitOf(child)).toBe(1);
    expect(output()).toBe('relay: PRICE_API_KEY is missing\n');
  });

  test('on SIGTERM finishes the requests in flight and exits with 0', async () => {
    const slowly: Script = (request, response) =>
      void setTimeout(() => answers(partnerRows(9))(request, response), 400);
    const { child, output, url, upstream } = await runAgainst(slowly);
    const answer = get(url + partner);
    await until(
      async () => upstream.seen.length,
      (count) => count === 1,
    );
    // The relay asks upstream by itself, too. Connections are served in order: after this one it has the request above.
    await get(`${url}/healthz`);
    child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    expect(await exitOf(child)).toBe(0);
    expect(output()).toContain('"route":"/api/get-partner-prices","status":200');
    expect(output()).not.toContain(key);
  }, 60_000);

  test.runIf(existsSync('/dev/full'))(
    'is not delayed by a log on a full disk',
    async () => {
      const { child, url } = await runAgainst(answers(partnerRows(9)), { RELAY_LOG: '/dev/full' });
      await sleep(700);
      expect((await get(url + partner)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await exitOf(child)).toBe(0);
    },
    20_000,
  );

  test('prints its address on standard error, apart from its log', async () => {
    const { child } = await run({ PRICE_API_URL: 'http://127.0.0.1:9', PRICE_API_KEY: key, RELAY_PORT: '0' });
    const [printed] = child.stderr ? await once(child.stderr, 'data') : [];
    expect(String(printed)).toMatch(/^relay: listening on http:\/\/127\.0\.0\.1:\d+\nrelay: setup and status: \S+\n$/);
  });
});
