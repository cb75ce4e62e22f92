import { once } from 'node:events';
import { expect, test } from 'vitest';
import { runAgainst } from './relay-process.ts';
import { get, partner } from './test-relay.ts';
import { answers } from './upstream.ts';

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
