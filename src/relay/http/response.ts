import { ageMs } from '#core/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { matchesEtag } from '#protocol/etag.ts';
import { HttpError } from '#protocol/http-error.ts';
import { createEncodingNegotiator } from '#relay/http/accept-encoding.ts';
import { varyByReader } from '#relay/http/access.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { Compressor, Encoding } from '#relay/snapshot/compressor.ts';
import { createSnapshotEncoder, encodeDelta, type Snapshot } from '#relay/snapshot/snapshot.ts';
import type { FeedResult } from '#relay/upstream/feed-result.ts';

export interface RelayResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Bytes | string | null;
  /** The coding of the body, for the metrics. */
  readonly encoding?: ContentCoding;
}

type ContentCoding = Encoding | 'identity' | 'dcz';

export interface RelayRequest {
  readonly method: string;
  /** Path and query as the client wrote them. */
  readonly target: string;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | null;
  /** The remote address, or '' where it is not known. */
  readonly address: () => string;
  /** Reads the body. Throws HttpError 413 for one that is larger than `maxBytes`. */
  readonly body: (maxBytes: number) => Promise<Bytes>;
}

export interface ResponseParts {
  readonly compressor: Compressor;
  readonly now: () => number;
  /** Whether responses depend on the client, so that a shared cache must tell clients apart. */
  readonly hasTokens: boolean;
  /** Whether browsers and shared caches may keep responses, and use them as dictionaries. */
  readonly isCacheable: boolean;
}

export type CreateResponse = (
  request: RelayRequest,
  result: FeedResult,
  snapshot: Snapshot,
  pollMs: number,
) => RelayResponse | Promise<RelayResponse>;

/** Answers 304 if the client has the snapshot, else 200 in the best coding that the client accepts. */
export function responseFactory({ compressor, now, hasTokens, isCacheable }: ResponseParts): CreateResponse {
  const negotiate = createEncodingNegotiator(compressor.encodings);
  const encode = createSnapshotEncoder(compressor);
  const vary = `Accept-Encoding, Available-Dictionary, ${varyByReader}${hasTokens ? ', Authorization' : ''}`;
  const dataHeaders = createDataHeaders(vary, isCacheable);

  return (request, result, snapshot, pollMs) => {
    const headers = dataHeaders(result, snapshot, pollMs, now());
    if (matchesEtag(request.header('if-none-match'), snapshot.etag)) return { status: 304, headers, body: null };
    const { encoding, dcz } = negotiate(request.header('accept-encoding'));
    const dictionary = isCacheable && { 'Use-As-Dictionary': dictionaryMatch(request.target) };
    const send = (coding: ContentCoding) => (body: Bytes) => toOkResponse(body, coding, { ...headers, ...dictionary });
    const sendWhole = (): RelayResponse | Promise<RelayResponse> => {
      if (encoding === undefined) throw new HttpError(406, 'no content coding that the client accepts', { Vary: vary });
      return whenReady(encoding === 'identity' ? snapshot.bytes : encode(snapshot, encoding), send(encoding));
    };
    const dictionaryId = dcz ? parseDictionaryId(request.header('available-dictionary')) : undefined;
    const delta = dictionaryId === undefined ? undefined : encodeDelta(compressor, snapshot, dictionaryId);
    return whenReady(delta, (bytes) => (bytes ? send('dcz')(bytes) : sendWhole()));
  };
}

/** Goes on at once with a value that is ready, so that the usual case awaits nothing. */
const whenReady = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** The hash of an `Available-Dictionary` header, in base64 (RFC 9842, 2.2). */
const parseDictionaryId = (header: string | null): string | undefined =>
  /^:([A-Za-z0-9+/]{43}=):$/.exec(header?.trim() ?? '')?.[1];

function toOkResponse(body: Bytes, coding: ContentCoding, headers: Record<string, string>): RelayResponse {
  const contentEncoding = coding === 'identity' ? undefined : { 'Content-Encoding': coding };
  return {
    status: 200,
    headers: { ...headers, ...contentEncoding, 'Content-Type': 'application/json' },
    body,
    encoding: coding,
  };
}

/**
 * Matches the request's own address: with a wider pattern browsers would offer the latest dictionary of any address.
 * A target with characters that are special in a URL pattern is shortened to its path.
 */
const dictionaryMatch = (target: string): string =>
  `match="${/^[\w\-/.?=&,%]*$/.test(target) ? target : splitTarget(target).path}"`;

type DataHeaders = (result: FeedResult, snapshot: Snapshot, pollMs: number, now: number) => Record<string, string>;

/**
 * The headers of 200 and 304. Browsers may keep a response for a day, because a dictionary must be fresh to be used; the
 * extension revalidates it with `cache: 'no-cache'`. Shared caches keep it for a poll period, which `Age` reduces.
 * The headers of a snapshot are cached until one of their inputs changes.
 */
function createDataHeaders(vary: string, isCacheable: boolean): DataHeaders {
  const cache = new WeakMap<Snapshot, CachedHeaders>();
  return (result, snapshot, pollMs, now) => {
    const { origin, failure } = result;
    const age = Math.floor(ageMs(result.data.confirmedAt, now) / 1000);
    const ttl = Math.floor((result.freshUntil - now) / 1000);
    const cached = cache.get(snapshot);
    if (cached?.age === age && cached.ttl === ttl && cached.origin === origin && cached.failure === failure) {
      return cached.headers;
    }
    const headers = {
      ETag: snapshot.etag,
      'Last-Modified': new Date(snapshot.lastModified).toUTCString(),
      Age: String(age),
      'Cache-Control': isCacheable ? `public, max-age=86400, s-maxage=${Math.ceil(pollMs / 1000)}` : 'no-store',
      'Cache-Status': cacheStatus(result, ttl),
      Vary: vary,
    };
    cache.set(snapshot, { origin, failure, age, ttl, headers });
    return headers;
  };
}

/** Headers with their inputs. */
interface CachedHeaders extends Pick<FeedResult, 'origin' | 'failure'> {
  readonly age: number;
  readonly ttl: number;
  readonly headers: Record<string, string>;
}

/** `Cache-Status` (RFC 9211). A negative `ttl` says for how long the data have been stale. */
function cacheStatus({ origin, failure }: FeedResult, ttl: number): string {
  if (origin === 'miss') return 'Skinlens-Relay; fwd=uri-miss; stored';
  if (origin === 'collapsed') return 'Skinlens-Relay; fwd=uri-miss; collapsed';
  if (ttl >= 0) return `Skinlens-Relay; hit; ttl=${ttl}`;
  const cause = failure ? `${failure.reason}${failure.status ? ` ${failure.status}` : ''}` : 'refreshing';
  return `Skinlens-Relay; hit; ttl=${ttl}; detail="stale: ${cause}"`;
}
