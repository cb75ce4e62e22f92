import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressDelta } from '#relay/feeds/compressor.ts';
import { writePartnerPrices } from '#service/bodies.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';

/** Raised by a decision and not by a commit: 1/15 of brotli's best level, which is three quarters of the level used here. */
const budget = 1 / 20;
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Three per cent more for every tenth item at BUFF163. */
function withChanges(text: string): string {
  let item = 0;
  return text.replace(/"price_buff":(\d+)/g, (same, cents) =>
    ++item % 10 === 0 ? `"price_buff":${Math.round(Number(cents) * 1.03) + 1}` : same,
  );
}

test('a refresh of which a tenth changed is a small part of the whole in brotli', async () => {
  const market = createSimulatedMarket({ asks: await readAsks(), seed: 1, refreshMs: 3_600_000, now: () => 0 });
  const state = await market();
  const body = [...(state ? writePartnerPrices(state) : [])].join('');
  const [before, after] = [body, withChanges(body)].map((text) => new TextEncoder().encode(text));
  if (!before || !after) throw new Error('there are no bodies');
  const delta = await compressDelta(after, before);
  // The header of `dcz` (RFC 9842): 8 bytes and the dictionary's hash.
  const header = 8 + createHash('sha256').digest().length;
  expect((delta?.length ?? Infinity) + header).toBeLessThan(brotliCompressSync(before, level).length * budget);
});
