import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createConcurrencyLimit } from '#core/concurrency.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { compressPieces } from '#service/brotli.ts';
import type { MarketState } from '#service/market.ts';

/** A parsed request. */
export interface ResponseSpec {
  /** The endpoint and its parameters, normalised: equal for requests with equal responses. */
  readonly query: string;
  /** The JSON of the body, in pieces. */
  readonly body: (state: MarketState) => Iterable<string>;
}

/** A strong entity tag that depends on the data's version and the query alone. */
export const etagOf = (state: MarketState, { query }: ResponseSpec): string =>
  `"${hash('sha256', `${state.version}\n${query}`, 'base64url').slice(0, 32)}"`;

/** Enough for seven full bodies, or some hundred small ones. */
const maxCachedBytes = 64 * 1024 * 1024;

/** Bodies that are compressed at once: each takes some 30 MB meanwhile. */
const maxConcurrentBodies = 2;

/** Caches compressed bodies; simultaneous requests for a body share one compression. */
export function createResponseCache(
  maxSize = maxCachedBytes,
): (etag: string, state: MarketState, spec: ResponseSpec) => Promise<Bytes> {
  const cache = new LRUCache<string, Bytes>({ maxSize, sizeCalculation: (bytes) => bytes.byteLength });
  const pending = new Map<string, Promise<Bytes>>();
  const limited = createConcurrencyLimit(maxConcurrentBodies);
  const compress = async (etag: string, state: MarketState, spec: ResponseSpec): Promise<Bytes> => {
    try {
      const bytes = await limited(() => compressPieces(spec.body(state)));
      cache.set(etag, bytes);
      return bytes;
    } finally {
      pending.delete(etag);
    }
  };
  return async (etag, state, spec) => {
    const known = cache.get(etag) ?? pending.get(etag);
    if (known) return known;
    const compressed = compress(etag, state, spec);
    pending.set(etag, compressed);
    return compressed;
  };
}
