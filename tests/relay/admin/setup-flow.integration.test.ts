import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { describeTest, testPriceApi } from '#relay/admin/setup-deps.ts';
import { pageTexts } from '#relay/admin/texts.ts';
import { defaultLimits } from '#relay/limits.ts';
import { startRelay } from '#relay/relay.ts';
import { stillDeps } from '../still-deps.ts';
import { jsonOf, partner } from '../test-relay.ts';
import { answers, hangs, partnerRows, refuses, resets, type Script, startUpstream } from '../upstream.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { setUp, startSetupRelay } from './setup-relay.ts';

const location = ({ headers }: { headers: Record<string, string | undefined> }): string => headers['location'] ?? '';

describe('the first start', () => {
  test('asks for address and key, says what the test found, and serves real prices from then on', async () => {
    const bed = await startSetupRelay(priceApi(3));
    const page = await bed.page();
    expect(page).toContain('name="url"');
    for (const need of ['The base address', 'on your profile page', 'The plan Trader or above'])
      expect(page).toContain(need);
    expect((await bed.send(partner)).headers['skinlens-sample']).toBe('1');
    const done = await setUp(bed, ` ${goodKey}\n`);
    expect(done.status).toBe(303);
    expect(location(done)).toContain('step=done');
    expect((await bed.send(location(done))).body.toString()).toContain('3 items, 4 min old.');
    expect(await bed.config()).toEqual({ priceApi: { url: bed.upstream.url, key: goodKey } });
    const real = await bed.send(partner);
    expect(jsonOf(real)).toEqual(partnerRows(3));
    expect(real.headers['skinlens-sample']).toBeUndefined();
  });

  test('never sends the key to the page again', async () => {
    const bed = await startSetupRelay(refuses(503));
    const failed = await setUp(bed, goodKey);
    const pages = [
      await bed.send(location(failed)),
      await bed.send(location(failed).replace('step=key', 'step=address')),
    ];
    const draft = new URL(location(failed), 'http://relay').searchParams.get('draft') ?? '';
    pages.push(await bed.post('/setup/save', { draft }));
    pages.push(await bed.send(location(pages.at(-1) ?? failed)));
    expect((await bed.config()) as object).toMatchObject({ priceApi: { key: goodKey } });
    pages.push(await bed.send(`/?session=${bed.session}&step=address`), await bed.send(`/?session=${bed.session}`));
    for (const { body, headers } of pages) expect(body.toString() + JSON.stringify(headers)).not.toContain(goodKey);
  });

  const html: Script = (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
  const garbled: Script = (_, response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end('no brotli');
  test.each<[string, Script, string | RegExp]>([
    ['refuses the key', refuses(401), 'refuses this key (401)'],
    ['has a plan too low', refuses(403), 'Your plan is probably too low'],
    ['has reached the limit', refuses(429, { 'Retry-After': '120' }), 'Wait 2 min and test again'],
    ['asks for a year', refuses(429, { 'Retry-After': '31536000' }), 'Wait 1 hr and test again'],
    [
      'names a time',
      refuses(429, { 'Retry-After': String(Date.now() / 1000 + 3600) }),
      /Wait (?:59 min|1 hr) and test/,
    ],
    ['has no data', refuses(503), 'has no data at the moment'],
    ['has a fault', refuses(500), 'an error of its own (500)'],
    ['does not know the path', refuses(404), 'not as the price API does'],
    ['is a web page', html, 'not as the price API does'],
    ['redirects', refuses(302, { Location: 'https://other.example' }), 'redirects to another one'],
    ['cuts the connection', resets, 'No server answers at this address'],
    ['never answers', hangs, 'did not answer in time'],
    ['garbles brotli', garbled, 'cannot be decompressed (brotli)'],
    ['quotes the key', answers({ [goodKey]: { price_buff: 1 } }), 'sends the key back'],
    ['sends more than a feed takes', answers(partnerRows(50)), 'larger than the relay accepts'],
  ])('says what to do when the price API %s', async (_, script, words) => {
    const { url } = await startUpstream(script);
    // Only where a time-out is wanted it comes soon.
    const limits = {
      ...defaultLimits,
      upstreamTimeoutMs: script === hangs ? 300 : 20_000,
      maxExtensionBodyBytes: 2000,
    };
    const result = await testPriceApi(stillDeps(url, { limits, now: Date.now }), { url, key: goodKey });
    expect(describeTest(result, pageTexts('en'))).toMatch(words);
  });

  test('does not go on with a bad address', async () => {
    const bed = await startSetupRelay(hangs);
    const bad = [
      'not an address',
      'quatsch',
      'ftp://prices.example',
      'https://a:b@prices.example',
      'https://prices.example/?a=1',
      '',
    ];
    for (const url of bad) {
      const got = await bed.post('/setup/address', { url });
      expect(location(got), url).toContain('step=address');
      expect((await bed.send(location(got))).body.toString()).toContain('This is not an address of the price API');
    }
  });

  test('asks for https before the key is entered, unless the file allows the host', async () => {
    const http = { url: 'http://prices.example' };
    const bed = await startSetupRelay(hangs);
    const got = await bed.post('/setup/address', http);
    expect(location(got)).toContain('step=address');
    expect((await bed.send(location(got))).body.toString()).toContain(
      'Over http, others on the way could read the key',
    );
    const other = await startSetupRelay(hangs, { file: { plainHttp: ['prices.example'] } });
    expect(location(await other.post('/setup/address', http))).toContain('step=key');
  });

  test('takes no relay for the price API: its own address not at once, another not at the test', async () => {
    const words = 'This is a relay, not the price API';
    const [bed, other] = [await startSetupRelay(hangs), await startSetupRelay(hangs)];
    const own = [bed.relay.url, bed.relay.url.replace('127.0.0.1', 'localhost')];
    for (const url of own) {
      const got = await bed.post('/setup/address', { url });
      expect(location(got)).toContain('step=address');
      expect((await bed.send(location(got))).body.toString()).toContain(words);
    }
    const failed = await setUp(bed, goodKey, other.relay.url);
    expect(location(failed)).toContain('step=key');
    const page = (await bed.send(location(failed))).body.toString();
    expect(page).toContain(words);
    expect(page).not.toContain('/setup/save');
    await expect(bed.config()).rejects.toThrow('ENOENT');
  });

  test('does not send a key that is none', async () => {
    const bed = await startSetupRelay(priceApi());
    const broken = ['sk_live_one\nsk_live_two', 'sk_live\r\nX-Evil: 1', 'sk live key'];
    for (const key of [...broken, '', 'ключ-ключ-ключ', 'k'.repeat(501)]) {
      const got = await setUp(bed, key);
      expect((await bed.send(location(got))).body.toString(), key).toContain('This is not a key');
    }
    expect(bed.upstream.seen).toEqual([]);
    await expect(bed.config()).rejects.toThrow('ENOENT');
  });

  test('refuses a key of 10 MB, and runs on', async () => {
    const bed = await startSetupRelay(priceApi());
    const headers = { Origin: bed.relay.url, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `session=${bed.session}&key=${'k'.repeat(10 * 1024 * 1024)}`;
    const got = await bed.send('/setup/key', { method: 'POST', headers, body }).catch((error: Error) => error);
    // The relay may cut the connection while the client still sends.
    if (!(got instanceof Error)) expect(got.status).toBe(413);
    expect((await bed.send('/healthz')).status).toBe(200);
    expect(bed.upstream.seen).toEqual([]);
  });

  test('tests at most five times a minute', async () => {
    const bed = await startSetupRelay(priceApi());
    const pages = [];
    for (let turn = 0; turn < 6; turn++)
      pages.push((await bed.send(location(await setUp(bed, 'wrong-key')))).body.toString());
    expect(pages[4]).toContain('refuses this key');
    expect(pages[5]).toContain('Those were many tests');
    expect(bed.upstream.seen).toHaveLength(5);
  });

  test('does not send the saved key to another address', async () => {
    const bed = await startSetupRelay(priceApi(), {
      file: { priceApi: { url: 'https://prices.example', key: goodKey } },
    });
    const got = await setUp(bed, '');
    expect((await bed.send(location(got))).body.toString()).toContain('This is not a key');
    expect(bed.upstream.seen).toEqual([]);
  });
});

test('two browsers that set up at once keep what they enter apart, and the second to save is told', async () => {
  const bed = await startSetupRelay(priceApi());
  const revision = '1';
  const draftOf = async (url: string) =>
    new URL(location(await bed.post('/setup/address', { url })), 'http://relay').searchParams.get('draft') ?? '';
  const [one, other] = [await draftOf(bed.upstream.url), await draftOf(`${bed.upstream.url}/`)];
  expect(one).not.toBe(other);
  const [first, second] = await Promise.all([
    bed.post('/setup/key', { draft: one, key: goodKey, revision }),
    bed.post('/setup/key', { draft: other, key: goodKey, revision }),
  ]);
  expect([first.status, second.status].sort()).toEqual([303, 409]);
  const told = [first, second].find(({ status }) => status === 409);
  expect(told?.body.toString()).toContain('an editor its file, which the relay reads at its next start');
  expect(await bed.config()).toEqual({ priceApi: { url: bed.upstream.url, key: goodKey } });
});

test('the environment wins over the file, and the page says so', async () => {
  const bed = await startSetupRelay(priceApi());
  const fixed = await startSetupRelay(priceApi(), {
    env: { PRICE_API_URL: bed.upstream.url, PRICE_API_KEY: goodKey },
    file: { priceApi: { url: 'https://prices.example', key: 'another-key' } },
  });
  expect(jsonOf(await fixed.send(partner))).toEqual(partnerRows(3));
  const page = await fixed.page('&step=address');
  expect(page).toContain('PRICE_API_URL and PRICE_API_KEY set the price API');
  expect(page).not.toContain('action="/setup/address"');
  expect((await setUp(fixed, goodKey, fixed.upstream.url)).status).toBe(409);
});

describe('a taken port', () => {
  test('is left to its program; the relay takes the next one and the page says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const bed = await startSetupRelay(hangs, { env: { RELAY_PORT: '' }, file: { port } });
    taken.close();
    expect(bed.relay.takenPort).toBe(port);
    expect(new URL(bed.relay.url).port).not.toBe(String(port));
    expect(await bed.page()).toContain(`Another program uses port ${port}`);
  });

  test('stops the start when a relay has it, and be it without prices: two would use the key twice as often', async () => {
    const bed = await startSetupRelay(refuses(401), { key: 'a-refused-key' });
    await bed.send(partner);
    expect(jsonOf(await bed.send('/healthz'))).toMatchObject({ ready: false });
    const port = Number(new URL(bed.relay.url).port);
    await expect(startSetupRelay(hangs, { env: { RELAY_PORT: '' }, file: { port } })).rejects.toThrow(
      `a relay already runs on port ${port}`,
    );
  });

  test('stops the start when the environment insists on it', async () => {
    const bed = await startSetupRelay(hangs);
    const env = {
      RELAY_PORT: new URL(bed.relay.url).port,
      RELAY_LOG: 'off',
      RELAY_CACHE_DIR: `${bed.configPath}.cache`,
    };
    await expect(startRelay(env, {}, { configPath: `${bed.configPath}.other` })).rejects.toThrow(
      'in use by another program',
    );
  });
});
