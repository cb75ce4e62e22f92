import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAgainst } from './relay-process.ts';
import { get, jsonOf, partner, until } from './test-relay.ts';
import { answers, partnerRows } from './upstream.ts';

/** The contract's bound on the time from SIGTERM to the end, in ms. */
const maxExitMs = 5000;

/** About 5 MB without a pattern: brotli's best level takes longer than a shutdown may. */
const largeBody = Object.fromEntries(
  Array.from({ length: 40_000 }, (_, at) => {
    const price = (at ** 3 * 7919) % 100_003;
    return [
      `★ Item ${at} | Skin ${(price * 31) % 997} (Field-Tested)`,
      { price_buff: price, price_uu: (price * 17) % 90_001, price_csfloat: (price * 13) % 80_021, liquidity: at % 100 },
    ];
  }),
);

test('a process that compresses at the best level ends in time on SIGTERM', async () => {
  const { child, url } = await runAgainst(answers(largeBody));
  // The second use of a body starts its best level.
  for (let use = 0; use < 2; use++) await get(url + partner, { 'Accept-Encoding': 'br' });
  const exit = once(child, 'exit', { signal: AbortSignal.timeout(maxExitMs) });
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}, 60_000);

/** Puts a FIFO in the place of a stored answer: opening it blocks until somebody writes to it. */
function hangOn(folder: string, owner: string, source: string): void {
  const id = createHash('sha256').update(`${owner}\n${source}`).digest('hex').slice(0, 24);
  execFileSync('mkfifo', [join(folder, `${id}.json`)]);
}

test.skipIf(process.platform === 'win32')(
  'a process whose disk hangs serves prices, says so, and ends in time on SIGTERM',
  async () => {
    const { child, url, folder, upstream, output } = await runAgainst(answers(partnerRows(9)));
    hangOn(folder, upstream.url, partner);
    expect(jsonOf(await get(url + partner))).toEqual(partnerRows(9));
    expect(jsonOf(await get(`${url}/healthz`))).toEqual({ ready: true, upstream: 'ok', storage: 'stalled' });
    expect((await get(`${url}/metrics`)).body.toString()).toContain('\nrelay_storage_stalled 1\n');
    await until(
      async () => output(),
      (text) => text.includes('disk-stalled'),
    );
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(maxExitMs) });
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  },
  60_000,
);
