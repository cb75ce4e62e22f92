import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { compressDelta } from '#relay/feeds/compressor.ts';
import type { Part } from '../part.ts';

const changedShare = 0.1;

/** The body of a refresh for a client that has the snapshot before (RFC 9842, `dcz`), beside the whole in brotli. */
export const relayBytes: Part = {
  browsers: [],
  metrics: {
    delta: {
      what: 'Download of a refresh, 10 % of the items changed',
      unit: 'bytes',
      budget: 1 / 15,
      against: 'times floor',
      floor: 'brotli, whole',
    },
  },
  measure: async ({ market }) => {
    const [before, after] = [market.body, withChanges(market.body)].map((text) => new TextEncoder().encode(text));
    if (!before || !after) throw new Error('there are no bodies');
    // At its best level, by which the relay compresses nothing.
    const brotli = brotliCompressSync(before);
    const delta = await compressDelta(after, before);
    if (!delta) throw new Error('there is no delta');
    // The header of `dcz`: 8 bytes and the dictionary's hash.
    const header = 8 + createHash('sha256').digest().length;
    return { delta: { ours: [delta.length + header], floor: [brotli.length] } };
  },
};

function withChanges(text: string): string {
  let item = 0;
  return text.replace(/"price_buff":(\d+)/g, (same, cents) =>
    ++item % (1 / changedShare) === 0 ? `"price_buff":${Math.round(Number(cents) * 1.03) + 1}` : same,
  );
}
