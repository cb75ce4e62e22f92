import { utcTime } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { parseRetryAfter } from '#protocol/http.ts';
import { BodyTooLargeError, readBody } from '#protocol/read-body.ts';
import type { RelayBase } from '#relay/base.ts';
import type { PriceApi } from '#relay/config.ts';
import { type BodySummary, isMalformed } from '#relay/feeds/body-thread.ts';
import { extensionSources } from '#relay/feeds/extension-sources.ts';
import {
  badBody,
  type FailureReason,
  failed,
  reasonOfStatus,
  type UpstreamFailure,
  type UpstreamOutcome,
} from '#relay/feeds/outcome.ts';

export interface UpstreamRequest {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly etag?: string | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a header of the response must be ignored, because it quotes the key. */
  readonly isSecret?: (value: string) => boolean;
}

export type UpstreamDeps = Pick<RelayBase, 'fetch' | 'now' | 'limits'>;

/** Never throws. A redirect could carry the key elsewhere, and an error's message may quote it: both are dropped. */
export async function fetchUpstream(deps: UpstreamDeps, request: UpstreamRequest): Promise<UpstreamOutcome> {
  const timeout = AbortSignal.timeout(deps.limits.upstreamTimeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const { url, etag } = request;
  const headers = { ...request.headers, 'Accept-Encoding': 'br, gzip', ...(etag && { 'If-None-Match': etag }) };
  const reasonOfAbort = (): FailureReason | undefined => {
    if (request.signal?.aborted) return 'ended';
    return timeout.aborted ? 'timeout' : undefined;
  };
  let response: Response;
  try {
    response = await deps.fetch(url, { headers, redirect: 'manual', signal });
  } catch {
    return failed(reasonOfAbort() ?? 'unreachable');
  }
  try {
    if (isOfRelay(response)) {
      await response.body?.cancel();
      return failed('relay', { status: response.status });
    }
    if (response.status === 200) return await toFreshOutcome(response, request);
    return await toOutcomeWithoutBody(response, request, deps.now());
  } catch (error) {
    if (error instanceof BodyTooLargeError) return badBody('too-large');
    const aborted = reasonOfAbort();
    return aborted ? failed(aborted) : failed('broken-body', { status: response.status });
  }
}

/** Every answer of a relay has headers of its own, refusals and 304 too. */
const isOfRelay = ({ headers }: Response): boolean => [...headers.keys()].some((name) => name.startsWith('skinlens-'));

async function toOutcomeWithoutBody(
  response: Response,
  { etag }: UpstreamRequest,
  now: number,
): Promise<UpstreamOutcome> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 304)
    return etag ? { kind: 'unchanged', date: utcTime(response.headers.get('Date')) } : failed('malformed', { status });
  if (status === 0 || (status >= 300 && status < 400)) return failed('redirect', { status });
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now);
  return failed(reasonOfStatus(status), { status, retryAfterMs });
}

async function toFreshOutcome(response: Response, { maxBytes, isSecret }: UpstreamRequest): Promise<UpstreamOutcome> {
  const bytes = await readBody(response, maxBytes);
  const read = (header: string | null): string => (header !== null && !isSecret?.(header) ? header : '');
  const etag = read(response.headers.get('ETag'));
  const isTag = /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag);
  const lastModified = utcTime(read(response.headers.get('Last-Modified')));
  const date = utcTime(response.headers.get('Date'));
  return { kind: 'fresh', bytes, etag: isTag ? etag : undefined, lastModified, date };
}

export interface PriceRequestDeps extends UpstreamDeps, Pick<RelayBase, 'bodyProcessor'> {
  readonly priceApi: PriceApi;
  readonly signal: AbortSignal | undefined;
}

export function createPriceRequest(deps: PriceRequestDeps, source: string) {
  const { url, key } = deps.priceApi;
  const { maxBodyBytes, maxExtensionBodyBytes } = deps.limits;
  const maxBytes = extensionSources.has(source) ? Math.min(maxBodyBytes, maxExtensionBodyBytes) : maxBodyBytes;
  const keyDetector = createKeyDetector(key);
  const sent = { url: url + source, headers: { Authorization: `Bearer ${key}` }, maxBytes, signal: deps.signal };
  return {
    request: (etag?: string): Promise<UpstreamOutcome> =>
      fetchUpstream(deps, { ...sent, etag, isSecret: keyDetector.inText }),
    inspect: async (bytes: Bytes): Promise<BodySummary | UpstreamFailure> =>
      keyDetector.inBody(bytes)
        ? badBody('key-in-body')
        : deps.bodyProcessor.inspect(bytes, source).catch((error) => {
            if (isMalformed(error)) return badBody('malformed');
            throw error;
          }),
  };
}

/** A shorter key may be a word of an item's name, and is no secret. */
const minKeyLength = 16;

function inJson(char: string): string {
  const code = char.charCodeAt(0).toString(16).padStart(2, '0');
  const anyCase = code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:\\\\?${RegExp.escape(char)}|\\\\u00${anyCase})`;
}

/** Tells whether upstream quotes the key, which must not be passed on, stored or sent back. */
function createKeyDetector(key: string) {
  const isSecret = key.length >= minKeyLength;
  const mayBeEscaped = /["\\/]/.test(key) ? '\\' : '\\u00';
  const escaped = new RegExp(Array.from(key, inJson).join(''));
  return {
    inText: (text: string): boolean => isSecret && text.includes(key),
    /** In a JSON body, with escapes such as `\u0041` too. */
    inBody: (bytes: Bytes): boolean => {
      if (!isSecret) return false;
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      return body.includes(key, 0, 'latin1') || (body.includes(mayBeEscaped) && escaped.test(body.toString('latin1')));
    },
  };
}
