import { parseAccept } from 'hono/utils/accept';
import type { Bytes } from '#protocol/bytes.ts';
import { HttpError, matchesEtag } from '#protocol/http.ts';
import type { ApiContext, ContentCoding } from '#relay/api/api-context.ts';
import { bodyHeaders, type DataHeaderOptions, dataHeaders, varyOfData } from '#relay/api/headers.ts';
import type { Encoding } from '#relay/feeds/compressor.ts';
import type { FeedData, FeedResult } from '#relay/feeds/outcome.ts';
import { encodeBody, encodeDelta, type Snapshot } from '#relay/feeds/snapshot.ts';

export interface ResponseDeps extends DataHeaderOptions {
  /** The codings that are offered; the first is preferred among equally accepted ones. */
  readonly encodings: readonly Encoding[];
  readonly now: () => number;
}

export type SendData = (c: ApiContext, result: FeedResult, snapshot: Snapshot, pollMs: number) => Promise<Response>;

/** Answers 304 if the client has the snapshot, else 200 in the best coding that the client accepts. */
export function dataSender({ encodings, now, ...options }: ResponseDeps): SendData {
  return async (c, result, snapshot, pollMs) => {
    const headers = dataHeaders(result, snapshot, options, pollMs, now());
    if (matchesEtag(c.req.header('If-None-Match'), snapshot.etag)) return c.body(null, 304, headers);
    const { encoding, dcz } = negotiateEncoding(c.req.header('Accept-Encoding') ?? null, encodings);
    const ok = (coding: ContentCoding, body: Bytes): Response => {
      c.set('coding', coding);
      c.set('bytes', body.length);
      return c.body(body, 200, { ...headers, ...bodyHeaders(c, coding, options) });
    };
    const dictionaryId = dcz ? parseDictionaryId(c.req.header('Available-Dictionary')) : undefined;
    const delta = dictionaryId === undefined ? undefined : await encodeDelta(snapshot, dictionaryId);
    if (delta) return ok('dcz', delta);
    if (encoding === undefined)
      throw new HttpError(406, 'no content coding that the client accepts', { Vary: varyOfData(options) });
    return ok(encoding, encoding === 'identity' ? snapshot.bytes : await encodeBody(snapshot, encoding));
  };
}

/** What the relay itself has made is never older than a poll period. */
export const sendHeld = (send: SendData, c: ApiContext, data: FeedData, pollMs: number): Promise<Response> =>
  send(c, { data, origin: 'hit', freshUntil: data.confirmedAt + pollMs, failure: undefined }, data.snapshot, pollMs);

/** The hash of an `Available-Dictionary` header, in base64 (RFC 9842, 2.2). */
const parseDictionaryId = (header = ''): string | undefined => /^:([A-Za-z0-9+/]{43}=):$/.exec(header.trim())?.[1];

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
