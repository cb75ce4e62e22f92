import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StartError } from '#protocol/node-server.ts';
import { readConfig } from '#relay/config.ts';
import { createThreadedBodyProcessor } from '#relay/feeds/body-thread.ts';
import { main } from './relay-process.ts';
import { partner, startTestRelay } from './test-relay.ts';
import { answers, key, partnerRows } from './upstream.ts';

const required = { PRICE_API_URL: 'https://prices.example', PRICE_API_KEY: key };

describe('the environment', () => {
  test('needs only the price API’s address and key', () => {
    const { databaseFile, memoryMb, ...settings } = readConfig({ ...required, RELAY_TOKENS: '' });
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
      recordsHistory: true,
      historyMarkets: ['buff163', 'youpin', 'csfloat'],
      isLoopback: true,
    });
    expect(databaseFile.startsWith(process.env['XDG_DATA_HOME'] ?? homedir())).toBe(true);
    expect(memoryMb).toBeGreaterThan(256);
  });

  test.skipIf(process.platform !== 'linux')('leaves the database where no cleaner of caches finds it', () => {
    const folders = { XDG_DATA_HOME: '/data', XDG_CACHE_HOME: '/cache' };
    const placesOf = (env: Record<string, string>) => {
      const { databaseFile, namedFolder } = readConfig({ ...required, ...folders, ...env });
      return [databaseFile, namedFolder];
    };
    expect(placesOf({})).toEqual(['/data/skinlens/relay.db', undefined]);
    expect(placesOf({ RELAY_CACHE_DIR: '/named' })).toEqual(['/named/relay.db', '/named']);
    expect(placesOf({ RELAY_HISTORY: '/history.db' })).toEqual(['/history.db', undefined]);
  });

  test.each([
    [{ PRICE_API_URL: '' }, 'PRICE_API_URL is missing'],
    [{ PRICE_API_KEY: undefined }, 'PRICE_API_KEY is missing'],
    [{ PRICE_API_URL: 'prices.example' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'ftp://prices.example' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'https://a:b@prices.example' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'https://prices.example/?a=1' }, 'PRICE_API_URL is not usable'],
    [{ PRICE_API_URL: 'http://prices.example' }, 'PRICE_API_URL is not usable: over http others can read the key'],
    [{ PRICE_API_URL: 'http://127.0.0.1.prices.example' }, 'over http others can read the key'],
    [{ PRICE_API_URL: 'http://service:8788', RELAY_PLAIN_HTTP: 'other,service.example' }, 'RELAY_PLAIN_HTTP'],
    [{ RELAY_PLAIN_HTTP: 'http://service' }, 'RELAY_PLAIN_HTTP is not usable: it is no name of a host'],
    [{ PRICE_API_KEY: `${key}\nx` }, 'PRICE_API_KEY is not usable'],
    [{ RELAY_PORT: 'http' }, 'RELAY_PORT is not usable: it is no number from 0 to 65535'],
    [{ RELAY_PORT: '80.5' }, 'RELAY_PORT is not usable: it is no whole number'],
    [{ RELAY_PORT: '70000' }, 'RELAY_PORT is not usable: it is no number from 0 to 65535'],
    [{ RELAY_POLL_SECONDS: '0' }, 'RELAY_POLL_SECONDS is not usable: it is no number from 0.001 to 86400'],
    [{ RELAY_POLL_SECONDS: 'soon' }, 'RELAY_POLL_SECONDS is not usable'],
    [{ RELAY_RATES_URL: 'no' }, 'RELAY_RATES_URL is not usable'],
    [{ RELAY_TOKENS: 'a b' }, 'RELAY_TOKENS is not usable'],
    [{ RELAY_HOST: '0.0.0.0' }, 'RELAY_TOKENS is missing: it is required when RELAY_HOST is not loopback'],
    [{ RELAY_HOST: '0.0.0.0', PRICE_API_KEY: '' }, 'PRICE_API_KEY is missing; RELAY_TOKENS is missing'],
    [{ RELAY_TOKENS: '"a-token-of-mine-1"' }, 'RELAY_TOKENS is not usable: it stands in quotation marks'],
    [{ RELAY_PORT: "'8787'" }, 'RELAY_PORT is not usable: it stands in quotation marks'],
    [{ RELAY_HISTORY_MARKETS: 'steam,bufff' }, 'RELAY_HISTORY_MARKETS is not usable: "bufff" is no market of buff163'],
    [{ RELAY_HOST: 'relay.example', RELAY_TOKENS: ' , ' }, 'RELAY_TOKENS is missing'],
    [{ RELAY_TOKENS: key }, 'RELAY_TOKENS is not usable: a token is the key of the price API'],
    [{ RELAY_TOKENS: `a-token-of-mine-1,${key}` }, 'RELAY_TOKENS is not usable: a token is the key of the price API'],
    [{ RELAY_TOKENS: 'a-token-of-mine-1,fifteen-letters' }, 'a token is shorter than 16 characters'],
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

  test('passes over what Kubernetes says of a service called relay', () => {
    const link = { RELAY_PORT: 'tcp://10.0.0.1:8787', RELAY_SERVICE_HOST: '10.0.0.1' };
    const { port, isPortFixed } = readConfig({ ...required, ...link });
    expect([port, isPortFixed]).toEqual([8787, false]);
  });

  test.each(['127.0.0.1', 'localhost', '::1', '127.1.2.3'])('%s is loopback and needs no token', (RELAY_HOST) => {
    expect(readConfig({ ...required, RELAY_HOST }).isLoopback).toBe(true);
  });
});

test.for(['127.0.0.1', 'localhost', '0.0.0.0'])(
  'nobody else can listen where a browser looks for localhost first beside %s',
  async (RELAY_HOST, { skip }) => {
    const env = { RELAY_HOST, RELAY_TOKENS: 'a-token-of-mine-1' };
    const { port } = new URL((await startTestRelay(answers(partnerRows(3)), { env })).url);
    const other = createServer();
    onTestFinished(() => void other.close());
    other.listen(Number(port), '::1');
    const { code } = await once(other, 'listening')
      .catch((error: NodeJS.ErrnoException) => error)
      .then(Object);
    skip(code === 'EADDRNOTAVAIL', 'this machine has no IPv6');
    expect(code).toBe('EADDRINUSE');
    expect((await fetch(`http://[::1]:${port}/healthz`)).status).toBe(200);
  },
);

test('a database that cannot be opened costs no prices: the history is 503, and the log says why', async () => {
  const testRelay = await startTestRelay(answers(partnerRows(3)), { env: { RELAY_HISTORY: `${main}/relay.db` } });
  expect((await testRelay.get(partner)).status).toBe(200);
  const got = await testRelay.get('/api/history?item=x');
  expect([got.status, got.headers['retry-after']]).toEqual([503, '60']);
  expect((await testRelay.get('/api/histories')).status).toBe(503);
  expect(await testRelay.logged()).toContainEqual(expect.stringContaining('unable to open database file'));
});

test('a closed relay writes no more files', async () => {
  const large = partnerRows(6000);
  const bytes = new TextEncoder().encode(JSON.stringify(large));
  expect(bytes.length).toBeGreaterThan(512 * 1024);
  const sent = Promise.withResolvers<void>();
  const testRelay = await startTestRelay((request, response) => {
    response.on('finish', sent.resolve);
    answers(large)(request, response);
  });
  const cut = testRelay.get(partner).catch(() => undefined);
  await sent.promise;
  await testRelay.close();
  await cut;
  const left = await readdir(testRelay.folder, { recursive: true });
  // What the relay had begun with the body would have come to its end by now.
  await createThreadedBodyProcessor().inspect(bytes, partner);
  expect(await readdir(testRelay.folder, { recursive: true })).toEqual(left);
});
