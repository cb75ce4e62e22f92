import { parseAccept } from 'hono/utils/accept';
import type { Encoding } from '#relay/feeds/compressor.ts';

/**
 * Chooses among the codings that a client accepts (RFC 9110, 12.5.3): by quality, then in the order of `offered`. No header
 * means `identity`.
 * @returns the best coding without a dictionary, `undefined` when not even `identity` is acceptable; and whether a
 * dictionary-compressed zstd stream (`dcz`) is at least as acceptable
 */
export function negotiateEncoding(header: string | null, offered: readonly Encoding[]) {
  const accepted = parseAccept((header ?? '').toLowerCase());
  const qualities = new Map(accepted.map(({ type, q }) => [type === 'x-gzip' ? 'gzip' : type, q]));
  const otherQuality = qualities.get('*') ?? 0;
  const best = offered
    .map((encoding) => ({ encoding, quality: qualities.get(encoding) ?? otherQuality }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  const identity = qualities.get('identity') ?? qualities.get('*');
  const prefersIdentity = !best || (identity !== undefined && identity > best.quality);
  const encoding = prefersIdentity ? (identity === 0 ? undefined : ('identity' as const)) : best.encoding;
  const dcz = qualities.get('dcz') ?? 0;
  return { encoding, dcz: dcz > 0 && dcz >= (prefersIdentity ? (identity ?? 0) : best.quality) };
}
