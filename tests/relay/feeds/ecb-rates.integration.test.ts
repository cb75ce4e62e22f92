/** @module-tag full */
import { describe, expect, test, vi } from 'vitest';
import { rates, xml } from '../ecb-xml.ts';
import { clientOf, stillDeps } from '../still-deps.ts';
import { jsonOf, type RelayTestBed, startTestRelay, type TestRelayOptions, until } from '../test-relay.ts';
import { hangs, key, type Script, startUpstream } from '../upstream.ts';

const serves =
  (body: string, status = 200): Script =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);

async function startBank(
  script: Script,
  more: TestRelayOptions = {},
): Promise<RelayTestBed & { bank: RelayTestBed['upstream'] }> {
  const bank = await startUpstream(script);
  const testRelay = await startTestRelay(hangs, {
    ...more,
    env: { RELAY_RATES_URL: `${bank.url}/daily.xml`, ...more.env },
  });
  return { ...testRelay, bank };
}

describe('/api/rates', () => {
  test('has the value of a dollar and its date', async () => {
    const { get, bank } = await startBank(serves(xml));
    const got = await get('/api/rates');
    expect(jsonOf(got)).toEqual(rates);
    expect(bank.seen.map(({ target }) => target)).toEqual(['/daily.xml']);
  });

  test('is downloaded for the first client and kept for six hours', async () => {
    const { get, bank } = await startBank(serves(xml));
    expect(bank.seen.length).toBe(0);
    for (let turn = 0; turn < 5; turn++) await get('/api/rates');
    expect(bank.seen.length).toBe(1);
    expect((await get('/api/rates')).headers['cache-control']).toContain('s-maxage=21600');
  });

  test('is downloaded again after exactly six hours', async () => {
    const bank = await startUpstream(serves(xml));
    let now = 1_800_000_000_000;
    const counts = { asked: 0, settled: 0 };
    const deps = {
      ratesUrl: `${bank.url}/daily.xml`,
      now: () => now,
      monotonicMs: () => now,
      fetch: (...request: Parameters<typeof fetch>) => {
        counts.asked++;
        return fetch(...request);
      },
      reportOutcome: () => counts.settled++,
    };
    const client = clientOf(stillDeps('http://127.0.0.1:9', deps));
    const ask = () => client('/api/rates');
    expect((await ask()).status).toBe(200);
    now += 6 * 60 * 60_000 - 1;
    await ask();
    expect(counts.asked).toBe(1);
    now += 1;
    await ask();
    await vi.waitFor(() => expect(counts).toEqual({ asked: 2, settled: 2 }));
    expect(bank.seen.length).toBe(2);
  });

  test('does not send the price API’s key to the bank', async () => {
    const { get, bank } = await startBank(serves(xml));
    await get('/api/rates');
    expect(JSON.stringify(bank.seen)).not.toContain(key);
  });

  test.each<[string, Script]>([
    ['503', serves('', 503)],
    ['XML cut short', serves(xml.slice(0, xml.length / 2))],
    ['a redirect', (_, response) => void response.writeHead(302, { Location: '/x' }).end()],
  ])('is 503 with the reason when the source has %s', async (_, script) => {
    const { get } = await startBank(script);
    const got = await get('/api/rates');
    expect(got.status).toBe(503);
    expect(jsonOf(got)).toEqual({ error: expect.stringContaining('the source of exchange rates') });
  });

  test('the last good rates outlive the source and the process', async () => {
    const before = await startBank(serves(xml));
    await before.get('/api/rates');
    await before.close();
    before.bank.does(serves('', 500));
    const env = { RELAY_RATES_URL: `${before.bank.url}/daily.xml` };
    const after = await startTestRelay(hangs, { folder: before.folder, upstream: before.upstream, env });
    const got = await until(() => after.get('/api/rates')).gives(({ status }) => status === 200);
    expect(jsonOf(got)).toEqual(rates);
  });
});
