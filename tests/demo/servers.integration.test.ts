/** @module-tag full */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { samplePages } from '#demo/sample-pages.ts';
import { startServers } from '#demo/servers.ts';
import { startService } from '#service/snapshot.ts';
import { closeServer, listenOn } from '../e2e/servers.ts';

let stack: AsyncDisposableStack;
let cacheDir: string;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-servers-'));
  stack.defer(() => rm(cacheDir, { recursive: true }));
});
afterEach(() => stack.disposeAsync());

const quiet = { RELAY_RATES_URL: 'off' };

/** The address of a server that is there already: browsers' tests may use the real default address meanwhile. */
async function occupiedUrl(): Promise<string> {
  const server = createServer();
  stack.defer(() => closeServer(server));
  return `http://localhost:${await listenOn(server, 0)}`;
}

const pricesOf = async (relayUrl: string): Promise<unknown> =>
  (await fetch(`${relayUrl}/api/get-partner-prices`)).json();

const ratesOf = async (relayUrl: string): Promise<unknown> => (await fetch(`${relayUrl}/api/rates`)).json();

describe('the servers of the demo', () => {
  test('simulate a market, and use another port when the default one is taken', async () => {
    const home = await occupiedUrl();
    const servers = await startServers(quiet, cacheDir, stack, home);
    expect(servers).toMatchObject({ usesOtherPort: true, simulated: true });
    expect(servers.relayUrl).toMatch(/^http:\/\/localhost:\d+$/);
    expect(servers.relayUrl).not.toBe(home);
    expect(await pricesOf(servers.relayUrl)).toHaveProperty(['AK-47 | Redline (Field-Tested)']);
  });

  test('serve sample exchange rates of today with the simulated market', async () => {
    const servers = await startServers({}, cacheDir, stack);
    expect(servers.sampleRates).toBe(true);
    const today = new Date().toISOString().slice(0, 10);
    const rates = await ratesOf(servers.relayUrl);
    expect(rates).toMatchObject({ base: 'USD', date: today });
    const currencies = samplePages('tests/sites').flatMap(({ html }) =>
      [...html.matchAll(/"currency":"([A-Z]+)"/g)].flatMap(([, code]) => (code && code !== 'COIN' ? code : [])),
    );
    expect(currencies).toContain('CNY');
    for (const currency of currencies) if (currency !== 'USD') expect(rates).toHaveProperty(['rates', currency]);
  });

  test('leave exchange rates that the environment names', async () => {
    const servers = await startServers(quiet, cacheDir, stack);
    expect(servers.sampleRates).toBe(false);
    expect(await ratesOf(servers.relayUrl)).toHaveProperty('error');
  });

  test('pass on the price API of the environment', async () => {
    const snapshot = join(cacheDir, 'snapshot.json');
    const market = { price: 4242, is_inflated: false };
    const body = { updated_at: '2026-01-02T03:04:05.000Z', markets: ['buff163'], items: { Only: { buff163: market } } };
    await writeFile(snapshot, JSON.stringify(body));
    const service = await startService({ SERVICE_API_KEYS: 'mine', SERVICE_PORT: '0', SERVICE_SNAPSHOT: snapshot });
    stack.defer(() => service.close(0));
    const servers = await startServers(
      { ...quiet, PRICE_API_URL: service.url, PRICE_API_KEY: 'mine' },
      cacheDir,
      stack,
    );
    expect(servers.simulated).toBe(false);
    expect(await pricesOf(servers.relayUrl)).toMatchObject({ Only: { price_buff: 4242 } });
  });

  test.each([
    [{ PRICE_API_URL: 'https://prices.invalid' }, 'PRICE_API_KEY is missing'],
    [{ PRICE_API_KEY: 'key' }, 'PRICE_API_URL is missing'],
  ])('do not start with an incomplete price API: %j', async (env, complaint) => {
    await expect(startServers(env, cacheDir, stack)).rejects.toThrow(complaint);
  });
});
