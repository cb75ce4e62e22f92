import { parseAccept } from 'hono/utils/accept';
import { ageMs, minuteMs } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { type ErrorStatus, HttpError, matchesEtag, retryAfterHeader } from '#protocol/http.ts';
import { marketFields } from '#protocol/price-api.ts';
import { fieldsHeader, nameHeader, sampleHeader, versionHeader } from '#protocol/relay-headers.ts';
import { isExtensionOrigin } from '#relay/api/access.ts';
import {
  type ApiContext,
  type ApiHandler,
  type ContentCoding,
  type RelayDeps,
  splitTarget,
  targetOf,
} from '#relay/api/api-context.ts';
import { createClientLimit } from '#relay/api/client-limit.ts';
import { type Encoding, encodings } from '#relay/feeds/compressor.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';
import type { FeedData, FeedResult, NoDataError } from '#relay/feeds/outcome.ts';
import { type CreateSnapshot, encodeBody, encodeDelta, type Snapshot } from '#relay/feeds/snapshot.ts';

type Headers = Readonly<Record<string, string>>;

/** The request headers that decide who may read a response; every response names them in `Vary`. */
const varyByReader = 'Origin, Sec-Fetch-Site';

const exposedHeaders = `ETag, Date, Age, Retry-After, Cache-Status, ${sampleHeader}, ${nameHeader}, ${fieldsHeader}, ${versionHeader}`;

/** CORS is for one extension, never `*`: a browser's cache would hand such a response to a page's `no-cors` request. */
export const commonHeaders =
  ({ isSample, name, version }: Pick<RelayDeps, 'isSample' | 'name' | 'version'>): ApiHandler =>
  async (c, next) => {
    const origin = c.req.header('Origin');
    const ownName = name();
    c.header('Vary', varyByReader);
    c.header(fieldsHeader, marketFields.join(','));
    c.header(versionHeader, version);
    if (isSample) c.header(sampleHeader, '1');
    if (ownName !== undefined) c.header(nameHeader, encodeURIComponent(ownName));
    if (isExtensionOrigin(origin)) {
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Access-Control-Expose-Headers', exposedHeaders);
    }
    return next();
  };

export const preflightHeaders = (methods: string): Headers => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': `Authorization, ${methods === 'GET' ? 'If-None-Match' : 'Content-Type'}`,
  'Access-Control-Max-Age': '7200',
});

/** An answer that is no data: nobody keeps it. */
export function sendUncached(c: ApiContext, status: 200 | ErrorStatus, text: string, more: Headers = {}): Response {
  c.set('bytes', text.length);
  return c.body(text, status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...more });
}

export const noDataHeaders = ({ failure: { reason, status }, retryAfterMs }: NoDataError): Headers => ({
  ...retryAfterHeader(retryAfterMs),
  'Cache-Status': `Skinlens-Relay; fwd=uri-miss${status ? `; fwd-status=${status}` : ''}; detail=${reason}`,
});

/** A browser may keep a dictionary for a day, which must be fresh to be used; shared caches keep it a poll period. */
const dataHeaders = (
  result: FeedResult,
  { etag, lastModified }: Snapshot,
  { isSample, now, pollMs }: Pick<RelayDeps, 'isSample' | 'now' | 'pollMs'>,
): Headers => ({
  ETag: etag,
  'Last-Modified': new Date(lastModified).toUTCString(),
  Age: String(Math.floor(ageMs(result.data.confirmedAt, now()) / 1000)),
  'Cache-Control': isSample ? 'no-store' : `public, max-age=86400, s-maxage=${Math.ceil(pollMs / 1000)}`,
  'Cache-Status': cacheStatus(result, Math.floor((result.freshUntil - now()) / 1000)),
});

const bodyHeaders = (c: ApiContext, coding: ContentCoding, isSample: boolean): Headers => ({
  ...(!isSample && { 'Use-As-Dictionary': dictionaryMatch(targetOf(c)) }),
  ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  'Content-Type': 'application/json',
});

/** `Cache-Status` (RFC 9211). A negative `ttl` says for how long the data have been stale. */
function cacheStatus({ origin, failure }: FeedResult, ttl: number): string {
  if (origin === 'miss') return 'Skinlens-Relay; fwd=uri-miss; stored';
  if (origin === 'collapsed') return 'Skinlens-Relay; fwd=uri-miss; collapsed';
  if (ttl >= 0) return `Skinlens-Relay; hit; ttl=${ttl}`;
  const cause = failure ? `${failure.reason}${failure.status ? ` ${failure.status}` : ''}` : 'refreshing';
  return `Skinlens-Relay; hit; ttl=${ttl}; detail="stale: ${cause}"`;
}

/** For a wider pattern browsers offer any address's latest dictionary. Signs of URL patterns shorten it to its path. */
const dictionaryMatch = (target: string): string =>
  `match="${/^[\w\-/.?=&,%]*$/.test(target) ? target : splitTarget(target).path}"`;

export interface RouteDeps extends RelayDeps {
  readonly feeds: Feeds;
  readonly createSnapshot: CreateSnapshot;
  readonly check: ApiHandler;
  readonly send: ReturnType<typeof dataSender>;
}

/** `offered`: of equally accepted codings the first is preferred. */
export function dataSender(deps: RelayDeps) {
  const { isSample, limits } = deps;
  const byteLimit = createClientLimit(limits.inviteBytesPerHour, 'too many bytes for this invite', 60 * minuteMs);
  const Vary = `Accept-Encoding, Available-Dictionary, ${varyByReader}, Authorization`;
  return async (
    c: ApiContext,
    result: FeedResult,
    snapshot = result.data.snapshot,
    offered: readonly Encoding[] = encodings,
  ): Promise<Response> => {
    const headers = { ...dataHeaders(result, snapshot, deps), Vary };
    if (matchesEtag(c.req.header('If-None-Match'), snapshot.etag)) return c.body(null, 304, headers);
    const { encoding, dcz } = negotiateEncoding(c.req.header('Accept-Encoding') ?? null, offered);
    const client = c.get('client');
    const ok = (coding: ContentCoding, body: Bytes): Response => {
      if (client?.isOwner === false) byteLimit.take(client.upstreamShare.id, deps.monotonicMs(), body.length);
      c.set('coding', coding);
      c.set('bytes', body.length);
      return c.body(body, 200, { ...headers, ...bodyHeaders(c, coding, isSample) });
    };
    const dictionaryId = dcz ? parseDictionaryId(c.req.header('Available-Dictionary')) : undefined;
    const delta = dictionaryId === undefined ? undefined : await encodeDelta(snapshot, dictionaryId);
    if (delta) return ok('dcz', delta);
    if (encoding === undefined) throw new HttpError(406, 'no content coding that the client accepts', { Vary });
    return ok(encoding, encoding === 'identity' ? snapshot.bytes : await encodeBody(snapshot, encoding));
  };
}

/** What the relay itself has made is never older than a poll period. */
export function sendHeld(
  { send, pollMs }: Pick<RouteDeps, 'send' | 'pollMs'>,
  c: ApiContext,
  { snapshot, confirmedAt }: Pick<FeedData, 'snapshot' | 'confirmedAt'>,
  offered?: readonly Encoding[],
): Promise<Response> {
  const data = { snapshot, itemCount: 1, confirmedAt, etag: undefined };
  const result = { data, origin: 'hit', freshUntil: confirmedAt + pollMs, failure: undefined } as const;
  return send(c, result, snapshot, offered);
}

/** The hash of an `Available-Dictionary` header, in base64 (RFC 9842, 2.2). */
const parseDictionaryId = (header = ''): string | undefined => /^:([A-Za-z0-9+/]{43}=):$/.exec(header.trim())?.[1];

/** By quality, then as `offered` (RFC 9110, 12.5.3). `encoding` is `undefined` if not even `identity` is acceptable. */
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
