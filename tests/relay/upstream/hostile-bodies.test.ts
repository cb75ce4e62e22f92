import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, createBrotliCompress } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { plainEnvironment } from '../../plain-environment.ts';
import { get, key, partner, until } from '../test-relay.ts';
import { answers, partnerRows, type Script, startUpstream } from '../upstream.ts';

const main = join(import.meta.dirname, '../../../src/relay/main.ts');

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

/** Runs a relay as a process with a heap of 256 MB. Returns its address once it listens. */
async function runSmallRelay(upstreamUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'relay-small-'));
  const child = spawn(process.execPath, ['--max-old-space-size=256', main], {
    env: {
      ...plainEnvironment,
      PRICE_API_URL: upstreamUrl,
      PRICE_API_KEY: key,
      RELAY_PORT: '0',
      RELAY_POLL_SECONDS: '0.1',
      RELAY_CACHE_DIR: folder,
      RELAY_RATES_URL: 'off',
      RELAY_LOG: 'off',
    },
  });
  const ended = once(child, 'exit').then(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  let output = '';
  const listening = new Promise<string>((resolve) => {
    child.stderr.on('data', (part) => {
      output += part;
      const url = /listening on (http:\S+)\n/.exec(output)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([listening, ended]);
  if (!url) throw new Error(`the relay ended: ${output}`);
  return url;
}

test.each([
  ['100 MB of nested lists', '[', 100_000_000],
  ['14 million empty rows', '"":{},', 14_000_000],
])('a relay with a heap of 256 MB outlives %s and serves the last good answer', async (_, part, times) => {
  const upstream = await startUpstream(answers(partnerRows(5)));
  onTestFinished(upstream.close);
  const url = await runSmallRelay(upstream.url);
  const first = await get(url + partner);
  upstream.does(repeats(part, times));
  const got = await until(
    () => get(url + partner),
    ({ headers }) => headers['cache-status']?.includes('stale: malformed') ?? false,
    2000,
  );
  expect(got.status).toBe(200);
  expect(got.body.equals(first.body)).toBe(true);
});
