import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StartError } from '#protocol/environment.ts';
import { startRelay } from '#relay/relay.ts';
import { freePort } from '../e2e/servers.ts';
import { tempFolder } from '../temp-folder.ts';
import { exitOf, run, runAgainst } from './relay-process.ts';
import { get, partner, until } from './test-relay.ts';
import { answers, key, partnerRows, pricesOfAll } from './upstream.ts';

const required = { PRICE_API_URL: 'https://prices.example', PRICE_API_KEY: key };

describe('a start', () => {
  test.each([
    [{ RELAY_LOG: '/nowhere/relay.log' }, 'RELAY_LOG is not usable'],
    [{ RELAY_LOG: tmpdir() }, 'RELAY_LOG is not usable'],
    [{ RELAY_CACHE_DIR: '/proc/nowhere' }, 'RELAY_CACHE_DIR is not usable'],
    [{ RELAY_CACHE_DIR: '/proc' }, 'RELAY_CACHE_DIR is not usable'],
  ])('with %j is refused', async (env, line) => {
    const RELAY_CACHE_DIR = await tempFolder();
    const given = { ...required, RELAY_PORT: '0', RELAY_CACHE_DIR, ...env };
    const refused: unknown = await startRelay(given, {}, { configPath: join(RELAY_CACHE_DIR, 'relay.json') }).catch(
      (error: unknown) => error,
    );
    if (!(refused instanceof StartError)) throw new Error(`no StartError: ${String(refused)}`);
    expect(refused.message).toContain(line);
    expect(refused.message).not.toContain(key);
  });

  test('with its own address as the price API’s is refused', async () => {
    const [port, RELAY_CACHE_DIR] = [String(await freePort()), await tempFolder()];
    const own = { PRICE_API_URL: `http://localhost:${port}`, RELAY_PORT: port, RELAY_CACHE_DIR, RELAY_LOG: 'off' };
    const configPath = join(RELAY_CACHE_DIR, 'relay.json');
    const start = startRelay({ ...required, ...own }, {}, { configPath });
    await expect(start).rejects.toThrow('PRICE_API_URL is this relay’s own address');
  });

  test.each(['{"prot":1}', 'no JSON', '{"priceApi":'])(
    'with a configuration file of %j is refused, and leaves it as it is',
    async (text) => {
      const configPath = join(await tempFolder(), 'relay.json');
      await writeFile(configPath, text);
      await expect(startRelay({}, {}, { configPath })).rejects.toThrow(
        `the configuration file ${configPath} is not usable: `,
      );
      expect(await readFile(configPath, 'utf8')).toBe(text);
    },
  );
});

describe('the process', () => {
  test('that cannot start says why in one line and exits with 1', async () => {
    const { child, output } = await run({ ...required, RELAY_PORT: '0', RELAY_CACHE_DIR: '/dev/null/a\nb' });
    expect(await exitOf(child)).toBe(1);
    expect(output()).toMatch(/^relay: RELAY_CACHE_DIR is not usable.+\n$/);
    expect(output()).not.toContain(key);
  });

  test('on SIGTERM finishes the requests in flight, logs what it refused and exits with 0', async () => {
    // The relay never asks for this by itself.
    const target = '/api/prices?fields=count';
    const asked = Promise.withResolvers<() => void>();
    const { child, output, url } = await runAgainst((request, response) => {
      if (request.url !== target) return answers(partnerRows(9))(request, response);
      asked.resolve(() => answers(pricesOfAll)(request, response));
    });
    expect((await get(`${url}/nowhere`)).status).toBe(404);
    const got = get(url + target);
    const answer = await asked.promise;
    child.kill('SIGTERM');
    // It has the signal when it takes no more connections.
    await until(() => get(`${url}/healthz`).catch(() => undefined)).gives((response) => response === undefined);
    answer();
    expect((await got).status).toBe(200);
    expect(await exitOf(child)).toBe(0);
    expect(output()).toContain('"route":"/api/prices","status":200');
    expect(output()).toMatch(/"leftOut":\{[^}]*"other 404":1/);
    expect(output()).not.toContain(key);
  });

  test('asks no proxy for what is on this machine', async () => {
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'corp.example' };
    const { url } = await runAgainst(answers(partnerRows(9)), proxy);
    expect((await get(url + partner)).status).toBe(200);
  });

  test('opens no debugger to the other users of its machine', async () => {
    const { child, output, url } = await runAgainst(answers(partnerRows(9)));
    child.kill('SIGUSR1');
    for (let times = 0; times < 20; times++) await get(url + partner);
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
    expect(output()).not.toContain('Debugger');
  });

  test.runIf(existsSync('/dev/full'))('is not delayed by a log on a full disk', async () => {
    const { child, url } = await runAgainst(answers(partnerRows(9)), { RELAY_LOG: '/dev/full' });
    expect((await get(url + partner)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exitOf(child)).toBe(0);
  });

  test('prints its address on standard error, apart from its log', async () => {
    const { child } = await run({ PRICE_API_URL: 'http://127.0.0.1:9', PRICE_API_KEY: key, RELAY_PORT: '0' });
    const [printed] = child.stderr ? await once(child.stderr, 'data') : [];
    expect(String(printed)).toMatch(/^relay: listening on http:\/\/127\.0\.0\.1:\d+\nrelay: setup and status: \S+\n$/);
  });

  test('says when localhost leads to another program', async ({ skip }) => {
    const other = createServer();
    onTestFinished(() => void other.close());
    other.listen(0, '::1');
    const [error] = await Promise.race([once(other, 'listening'), once(other, 'error')]);
    skip(error !== undefined, 'this machine has no IPv6');
    const { port = 0 } = Object(other.address());
    const env = { PRICE_API_URL: 'http://127.0.0.1:9', PRICE_API_KEY: key, RELAY_PORT: String(port) };
    const { child } = await run(env);
    const [printed] = child.stderr ? await once(child.stderr, 'data') : [];
    expect(String(printed)).toContain('\nrelay: localhost leads to another program: use the address with 127.0.0.1\n');
  });
});
