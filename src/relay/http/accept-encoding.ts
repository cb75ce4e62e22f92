import type { Encoding } from '#relay/snapshot/compressor.ts';

/** What a client accepts of what the relay can make (RFC 9110, 12.5.3). */
interface Accepted {
  /** The best coding that stands on its own; `undefined` when not even the plain body is acceptable. */
  readonly encoding: Encoding | 'identity' | undefined;
  /** Whether a dictionary-compressed zstd stream is liked as well as that. */
  readonly dcz: boolean;
}

export type Negotiate = (acceptEncoding: string | null) => Accepted;

const qualityOf = (text: string | undefined): number => {
  const value = text === undefined ? 1 : Number(text);
  return value >= 0 && value <= 1 ? value : 0;
};

/** A coding, which is a token (RFC 9110, 5.6.2) and so may hold more than letters, and its weight. */
const entry = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q=([\d.]+))?(?:[\s;].*)?$/s;

/** Codings and their qualities; `x-gzip` is `gzip` by another name. What is no coding is passed over. */
function readQualities(header: string): Map<string, number> {
  const entries = header
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [, name, q] = entry.exec(part) ?? [];
      return name === undefined ? [] : [[name === 'x-gzip' ? 'gzip' : name, qualityOf(q)] as const];
    });
  return new Map(entries);
}

function judge(header: string, offered: readonly Encoding[]): Accepted {
  const qualities = readQualities(header);
  const rest = qualities.get('*') ?? 0;
  const liked = offered
    .map((encoding) => ({ encoding, quality: qualities.get(encoding) ?? rest }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  const plain = qualities.get('identity') ?? qualities.get('*');
  const usesPlain = !liked || (plain !== undefined && plain > liked.quality);
  const encoding = usesPlain ? (plain === 0 ? undefined : 'identity') : liked.encoding;
  const dcz = qualities.get('dcz') ?? 0;
  return { encoding, dcz: dcz > 0 && dcz >= (usesPlain ? (plain ?? 0) : liked.quality) };
}

/** Clients send a handful of different headers; anything beyond is judged afresh. */
const maxRemembered = 100;

/** Chooses by quality, then in the order of `offered`; no header at all means the plain body. */
export function createNegotiate(offered: readonly Encoding[]): Negotiate {
  const remembered = new Map<string, Accepted>();
  return (acceptEncoding) => {
    const header = acceptEncoding ?? '';
    const known = remembered.get(header);
    if (known) return known;
    const accepted = judge(header, offered);
    if (remembered.size < maxRemembered) remembered.set(header, accepted);
    return accepted;
  };
}
