import type { Encoding } from '#relay/compressor.ts';

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

/** Codings and their qualities; `x-gzip` is `gzip` by another name. */
function readQualities(header: string): Map<string, number> {
  const entries = header.toLowerCase().matchAll(/([a-z0-9*_-]+)\s*(?:;\s*q=([\d.]+))?[^,]*/g);
  return new Map([...entries].map(([, name = '', q]) => [name === 'x-gzip' ? 'gzip' : name, qualityOf(q)]));
}

function judge(header: string, offered: readonly Encoding[]): Accepted {
  const qualities = readQualities(header);
  const rest = qualities.get('*') ?? 0;
  const liked = offered
    .map((encoding) => ({ encoding, quality: qualities.get(encoding) ?? rest }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  const plain = qualities.get('identity') ?? (qualities.get('*') === 0 ? 0 : undefined);
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
