/** @module-tag full */
import { readFile } from 'node:fs/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { runAgainst } from '../relay-process.ts';
import { get, partner, until } from '../test-relay.ts';
import { answers, partnerRows, pricesOfAll, type Script } from '../upstream.ts';

/** Sends a part again and again, as brotli: 100 MB are some 150 bytes. */
const repeats =
  (part: string, times: number): Script =>
  (_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'br' });
    const packing = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    packing.pipe(response);
    const block = Buffer.from(part.repeat(1_000_000));
    if (part !== '[') packing.write('{');
    for (let sent = 0; sent < times; sent += 1_000_000) packing.write(block);
    packing.end('"":{}}');
  };

const quiet = { RELAY_POLL_SECONDS: '0.1', RELAY_LOG: 'off' };

test.each([
  ['30 MB of nested lists', '[', 30_000_000],
  ['4 million empty rows', '"":{},', 4_000_000],
])('a relay with a heap of 256 MB outlives %s and serves the last good answer', async (_, part, times) => {
  const env = { ...quiet, NODE_OPTIONS: '--max-old-space-size=256' };
  const { url, upstream } = await runAgainst(answers(partnerRows(5)), env);
  const first = await get(url + partner);
  upstream.does(repeats(part, times));
  const got = await until(() => get(url + partner), 2000).gives(
    ({ headers }) => headers['cache-status']?.includes('stale: malformed') ?? false,
  );
  expect(got.status).toBe(200);
  expect(got.body.equals(first.body)).toBe(true);
});

/** The most memory that a process has had, in MB. */
const peakMb = async (pid: number | undefined): Promise<number> =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const largeBody = (bytes: number) => ({
  ...pricesOfAll,
  items: Object.fromEntries(Array.from({ length: bytes / 500 }, (_, at) => [`★ Item ${at}`, pricesOfAll.items.a])),
});

test.runIf(process.platform === 'linux')('a relay with 1 GB stays below it', async () => {
  const env = { ...quiet, RELAY_MEMORY_MB: '1024' };
  const { url, upstream, child } = await runAgainst(answers(partnerRows(5)), env);
  const first = await get(url + partner);
  const outlives = async (script: Script, why: string) => {
    upstream.does(script);
    const got = await until(() => get(url + partner), 2000).gives(
      ({ headers }) => headers['cache-status']?.includes(`stale: ${why}`) ?? false,
    );
    expect(got.body.equals(first.body)).toBe(true);
  };
  await outlives(repeats('[', 100_000_000), 'too-large');
  await outlives(repeats('"":{},', 14_000_000), 'too-large');
  await outlives(repeats('"":{},', 3_000_000), 'malformed');
  await outlives(
    answers(
      Object.fromEntries(
        Object.entries(partnerRows(5)).map(([name, row]) => [name, { ...row, filler: 'x'.repeat(39_000_000) }]),
      ),
    ),
    'too-large',
  );
  const large = answers(largeBody(30_000_000));
  upstream.does(large);
  const statuses: number[] = [];
  for (const field of ['avg_7', 'avg_30', 'count', 'link', 'updated_at'])
    for (const min of [1, 2, 3]) statuses.push((await get(`${url}/api/prices?fields=${field}&min=${min}`)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await peakMb(child.pid)).toBeLessThan(1024);
});
