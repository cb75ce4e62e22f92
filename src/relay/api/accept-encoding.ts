import type { Encoding } from '#relay/feeds/compressor.ts';

/** The choice among the codings that a client accepts (RFC 9110, 12.5.3). */
interface AcceptedEncodings {
  /** The best coding without a dictionary; `undefined` when not even `identity` is acceptable. */
  readonly encoding: Encoding | 'identity' | undefined;
  /** Whether a dictionary-compressed zstd stream is at least as acceptable. */
  readonly dcz: boolean;
}

const parseQuality = (text: string | undefined): number => {
  const value = text === undefined ? 1 : Number(text);
  return value >= 0 && value <= 1 ? value : 0;
};

/** A coding, which is a token (RFC 9110, 5.6.2) and may hold more than letters, and its weight. */
const entry = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q=([\d.]+))?(?:[\s;].*)?$/s;

/** Codings and their qualities. `x-gzip` means `gzip`; malformed entries are ignored. */
function parseQualities(header: string): Map<string, number> {
  const entries = header
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [, name, q] = entry.exec(part) ?? [];
      return name === undefined ? [] : [[name === 'x-gzip' ? 'gzip' : name, parseQuality(q)] as const];
    });
  return new Map(entries);
}

/** Chooses by quality, then in the order of `offered`. No header means `identity`. */
export function negotiateEncoding(header: string | null, offered: readonly Encoding[]): AcceptedEncodings {
  const qualities = parseQualities(header ?? '');
  const otherQuality = qualities.get('*') ?? 0;
  const best = offered
    .map((encoding) => ({ encoding, quality: qualities.get(encoding) ?? otherQuality }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  const identity = qualities.get('identity') ?? qualities.get('*');
  const prefersIdentity = !best || (identity !== undefined && identity > best.quality);
  const encoding = prefersIdentity ? (identity === 0 ? undefined : 'identity') : best.encoding;
  const dcz = qualities.get('dcz') ?? 0;
  return { encoding, dcz: dcz > 0 && dcz >= (prefersIdentity ? (identity ?? 0) : best.quality) };
}
