import { ageMs } from '#core/age.ts';
import { nameHeader, sampleHeader } from '#protocol/relay-headers.ts';
import { isExtensionOrigin } from '#relay/http/access.ts';
import type { Snapshot } from '#relay/snapshot/snapshot.ts';
import type { FeedResult } from '#relay/upstream/feed-result.ts';

/** Headers by their name. */
export type Headers = Readonly<Record<string, string>>;

/** The request headers that decide who may read a response; every response names them in `Vary`. */
const varyByReader = 'Origin, Sec-Fetch-Site';

export interface OwnHeaders {
  /** Whether the prices are simulated. */
  readonly isSample: boolean;
  /** The relay's name, for people; `undefined` for none. */
  readonly name: () => string | undefined;
}

/** The headers of every response. `own` are those of its route, which win. */
export function withCommonHeaders({ isSample, name }: OwnHeaders, origin: string | null, own: Headers): Headers {
  const ownName = name();
  return {
    Vary: varyByReader,
    ...own,
    ...(isSample && { [sampleHeader]: '1' }),
    ...(ownName !== undefined && { [nameHeader]: encodeURIComponent(ownName) }),
    ...(isExtensionOrigin(origin) && corsHeaders(origin)),
  };
}

/**
 * The CORS headers for one extension. They never name `*`: a browser's cache would hand such a response to a web page,
 * after a `no-cors` request of that page.
 */
const corsHeaders = (extension: string): Headers => ({
  'Access-Control-Allow-Origin': extension,
  'Access-Control-Expose-Headers': `ETag, Age, Retry-After, Cache-Status, ${sampleHeader}, ${nameHeader}`,
});

/** What an extension may send to a route (CORS preflight). */
export const preflightHeaders = (methods: readonly string[] | undefined): Headers => ({
  'Access-Control-Allow-Methods': methods?.join(', ') ?? 'GET',
  'Access-Control-Allow-Headers': `Authorization, ${methods ? 'Content-Type' : 'If-None-Match'}`,
  'Access-Control-Max-Age': '7200',
});

/** For an answer that is no data: nobody keeps it. */
export const uncached = (type: string): Headers => ({ 'Content-Type': type, 'Cache-Control': 'no-store' });

/** @param hasTokens whether responses depend on the client, so that a shared cache must tell clients apart */
export const varyOfData = (hasTokens: boolean): string =>
  `Accept-Encoding, Available-Dictionary, ${varyByReader}${hasTokens ? ', Authorization' : ''}`;

export interface DataHeaderOptions {
  readonly vary: string;
  /** Whether browsers and shared caches may keep responses. */
  readonly isCacheable: boolean;
  readonly pollMs: number;
  /** Ms since 1970. */
  readonly now: number;
}

/**
 * The headers of 200 and 304. Browsers may keep a response for a day, because a dictionary must be fresh to be used; the
 * extension revalidates it with `cache: 'no-cache'`. Shared caches keep it for a poll period, which `Age` reduces.
 */
export const dataHeaders = (
  result: FeedResult,
  { etag, lastModified }: Snapshot,
  { vary, isCacheable, pollMs, now }: DataHeaderOptions,
): Headers => ({
  ETag: etag,
  'Last-Modified': new Date(lastModified).toUTCString(),
  Age: String(Math.floor(ageMs(result.data.confirmedAt, now) / 1000)),
  'Cache-Control': isCacheable ? `public, max-age=86400, s-maxage=${Math.ceil(pollMs / 1000)}` : 'no-store',
  'Cache-Status': cacheStatus(result, Math.floor((result.freshUntil - now) / 1000)),
  Vary: vary,
});

/** `Cache-Status` (RFC 9211). A negative `ttl` says for how long the data have been stale. */
function cacheStatus({ origin, failure }: FeedResult, ttl: number): string {
  if (origin === 'miss') return 'Skinlens-Relay; fwd=uri-miss; stored';
  if (origin === 'collapsed') return 'Skinlens-Relay; fwd=uri-miss; collapsed';
  if (ttl >= 0) return `Skinlens-Relay; hit; ttl=${ttl}`;
  const cause = failure ? `${failure.reason}${failure.status ? ` ${failure.status}` : ''}` : 'refreshing';
  return `Skinlens-Relay; hit; ttl=${ttl}; detail="stale: ${cause}"`;
}
