import type { Bytes } from '#protocol/bytes.ts';
import { matchesEtag } from '#protocol/etag.ts';
import { HttpError } from '#protocol/http-error.ts';
import { negotiateEncoding } from '#relay/http/accept-encoding.ts';
import { dataHeaders, type Headers, varyOfData } from '#relay/http/headers.ts';
import { splitTarget } from '#relay/http/request-target.ts';
import type { Compressor, Encoding } from '#relay/snapshot/compressor.ts';
import { createSnapshotEncoder, encodeDelta, type Snapshot } from '#relay/snapshot/snapshot.ts';
import type { FeedResult } from '#relay/upstream/feed-result.ts';

export interface RelayResponse {
  readonly status: number;
  readonly headers: Headers;
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
) => Promise<RelayResponse>;

/** Answers 304 if the client has the snapshot, else 200 in the best coding that the client accepts. */
export function responseFactory({ compressor, now, hasTokens, isCacheable }: ResponseParts): CreateResponse {
  const encode = createSnapshotEncoder(compressor);
  const vary = varyOfData(hasTokens);

  return async ({ header, target }, result, snapshot, pollMs) => {
    const headers = dataHeaders(result, snapshot, { vary, isCacheable, pollMs, now: now() });
    if (matchesEtag(header('if-none-match'), snapshot.etag)) return { status: 304, headers, body: null };
    const { encoding, dcz } = negotiateEncoding(header('accept-encoding'), compressor.encodings);
    const ok = (coding: ContentCoding, body: Bytes): RelayResponse => ({
      status: 200,
      headers: {
        ...headers,
        ...(isCacheable && { 'Use-As-Dictionary': dictionaryMatch(target) }),
        ...(coding !== 'identity' && { 'Content-Encoding': coding }),
        'Content-Type': 'application/json',
      },
      body,
      encoding: coding,
    });
    const dictionaryId = dcz ? parseDictionaryId(header('available-dictionary')) : undefined;
    const delta = dictionaryId === undefined ? undefined : await encodeDelta(compressor, snapshot, dictionaryId);
    if (delta) return ok('dcz', delta);
    if (encoding === undefined) throw new HttpError(406, 'no content coding that the client accepts', { Vary: vary });
    return ok(encoding, encoding === 'identity' ? snapshot.bytes : await encode(snapshot, encoding));
  };
}

/** The hash of an `Available-Dictionary` header, in base64 (RFC 9842, 2.2). */
const parseDictionaryId = (header: string | null): string | undefined =>
  /^:([A-Za-z0-9+/]{43}=):$/.exec(header?.trim() ?? '')?.[1];

/**
 * Matches the request's own address: with a wider pattern browsers would offer the latest dictionary of any address.
 * A target with characters that are special in a URL pattern is shortened to its path.
 */
const dictionaryMatch = (target: string): string =>
  `match="${/^[\w\-/.?=&,%]*$/.test(target) ? target : splitTarget(target).path}"`;
