import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Bytes, brotliPieces } from '#service/brotli.ts';
import type { MarketState } from '#service/market.ts';

/** What a request wants, after its parameters were read. */
export interface Wanted {
  /** The endpoint and its parameters, normalised: the same for all requests that get the same answer. */
  readonly query: string;
  /** The JSON of the answer, in pieces. */
  readonly body: (state: MarketState) => Iterable<string>;
}

/** The strong entity tag of an answer; follows from the data's version and the query alone. */
export const etagOf = (state: MarketState, { query }: Wanted): string =>
  `"${createHash('sha256').update(`${state.version}\n${query}`).digest('base64url').slice(0, 32)}"`;

/** Seven full answers, or some hundred small ones. */
const rememberedBytes = 64 * 1024 * 1024;

/** Makes compressed answers, each once while it is remembered and however many ask at once. */
export function createAnswers(
  maxSize = rememberedBytes,
): (etag: string, state: MarketState, wanted: Wanted) => Promise<Bytes> {
  const made = new LRUCache<string, Bytes>({ maxSize, sizeCalculation: (bytes) => bytes.byteLength });
  const making = new Map<string, Promise<Bytes>>();
  const make = async (etag: string, state: MarketState, wanted: Wanted): Promise<Bytes> => {
    try {
      const bytes = await brotliPieces(wanted.body(state));
      made.set(etag, bytes);
      return bytes;
    } finally {
      making.delete(etag);
    }
  };
  return async (etag, state, wanted) => {
    const known = made.get(etag) ?? making.get(etag);
    if (known) return known;
    const fresh = make(etag, state, wanted);
    making.set(etag, fresh);
    return fresh;
  };
}
