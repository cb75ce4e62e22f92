import type { Bytes } from '#protocol/bytes.ts';
import { matchesEtag } from '#protocol/etag.ts';
import { HttpError } from '#protocol/http-error.ts';
import { negotiateEncoding } from '#relay/api/accept-encoding.ts';
import type { ApiContext, ContentCoding } from '#relay/api/api-context.ts';
import { bodyHeaders, type DataHeaderOptions, dataHeaders, varyOfData } from '#relay/api/headers.ts';
import type { Compressor } from '#relay/feeds/compressor.ts';
import type { FeedResult } from '#relay/feeds/feed-result.ts';
import { createSnapshotEncoder, encodeDelta, type Snapshot } from '#relay/feeds/snapshot.ts';

export interface ResponseDeps extends DataHeaderOptions {
  readonly compressor: Compressor;
  readonly now: () => number;
}

export type SendData = (c: ApiContext, result: FeedResult, snapshot: Snapshot, pollMs: number) => Promise<Response>;

/** Answers 304 if the client has the snapshot, else 200 in the best coding that the client accepts. */
export function dataSender({ compressor, now, ...options }: ResponseDeps): SendData {
  const encode = createSnapshotEncoder(compressor);
  return async (c, result, snapshot, pollMs) => {
    const headers = dataHeaders(result, snapshot, options, pollMs, now());
    if (matchesEtag(c.req.header('If-None-Match'), snapshot.etag)) return c.body(null, 304, headers);
    const { encoding, dcz } = negotiateEncoding(c.req.header('Accept-Encoding') ?? null, compressor.encodings);
    const ok = (coding: ContentCoding, body: Bytes): Response => {
      c.set('coding', coding);
      c.set('bytes', body.length);
      return c.body(body, 200, { ...headers, ...bodyHeaders(c, coding, options) });
    };
    const dictionaryId = dcz ? parseDictionaryId(c.req.header('Available-Dictionary')) : undefined;
    const delta = dictionaryId === undefined ? undefined : await encodeDelta(compressor, snapshot, dictionaryId);
    if (delta) return ok('dcz', delta);
    if (encoding === undefined)
      throw new HttpError(406, 'no content coding that the client accepts', { Vary: varyOfData(options) });
    return ok(encoding, encoding === 'identity' ? snapshot.bytes : await encode(snapshot, encoding));
  };
}

/** The hash of an `Available-Dictionary` header, in base64 (RFC 9842, 2.2). */
const parseDictionaryId = (header = ''): string | undefined => /^:([A-Za-z0-9+/]{43}=):$/.exec(header.trim())?.[1];
