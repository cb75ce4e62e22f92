import { parseRetryAfter } from '#protocol/retry-after.ts';
import type { Bytes } from '#relay/upstream/body.ts';

/** Why an upstream request brought nothing; a word for logs, metrics and `Cache-Status`. */
export type Reason =
  | 'unreachable'
  | 'timeout'
  | 'broken-body'
  | 'too-large'
  | 'malformed'
  | 'emptied'
  | 'key-in-body'
  | 'redirect'
  | 'rate-limited'
  | 'unauthorized'
  | 'rejected'
  | 'status'
  | 'internal';

/** What an upstream request came to. */
export type Outcome =
  | { readonly kind: 'fresh'; readonly bytes: Bytes; readonly etag?: string; readonly lastModified?: number }
  | { readonly kind: 'unchanged' }
  | Failure;

export interface Failure {
  readonly kind: 'failed';
  readonly reason: Reason;
  readonly status?: number;
  /** What `Retry-After` asked for, in ms, unbounded. */
  readonly retryAfterMs?: number;
}

/** What a log may say of an outcome. */
export function describeOutcome(outcome: Outcome): Record<string, string | number | undefined> {
  if (outcome.kind === 'fresh') return { outcome: 'fresh', bytes: outcome.bytes.length };
  if (outcome.kind === 'unchanged') return { outcome: 'unchanged' };
  return { outcome: outcome.reason, status: outcome.status, retryAfterMs: outcome.retryAfterMs };
}

export interface Ask {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The entity tag of the body that the relay holds. */
  readonly etag?: string | undefined;
  /** Aborts when the relay closes. */
  readonly signal: AbortSignal | undefined;
}

export interface UpstreamParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

const failed = (reason: Reason, rest: Partial<Failure> = {}): Failure => ({ kind: 'failed', reason, ...rest });

/** Carries a failure out of the reading of a body. */
class BodyTooLarge extends Error {}

/**
 * One GET, decoded; never throws. Redirects are refused: they could carry the key elsewhere.
 * What an error says is dropped on purpose, because it may quote the request.
 */
export async function askUpstream(parts: UpstreamParts, ask: Ask): Promise<Outcome> {
  const late = AbortSignal.timeout(parts.timeoutMs);
  const signal = ask.signal ? AbortSignal.any([late, ask.signal]) : late;
  const headers = { ...ask.headers, 'Accept-Encoding': 'br, gzip', ...(ask.etag && { 'If-None-Match': ask.etag }) };
  let response: Response;
  try {
    response = await parts.fetch(ask.url, { headers, redirect: 'manual', signal });
  } catch {
    return failed(late.aborted ? 'timeout' : 'unreachable');
  }
  try {
    return response.status === 200 ? await readFresh(response, parts.maxBodyBytes) : await judge(response, ask, parts);
  } catch (error) {
    if (error instanceof BodyTooLarge) return failed('too-large', { status: 200 });
    return late.aborted ? failed('timeout') : failed('broken-body', { status: response.status });
  }
}

async function judge(response: Response, ask: Ask, parts: UpstreamParts): Promise<Outcome> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 304) return ask.etag ? { kind: 'unchanged' } : failed('malformed', { status });
  if (status === 0 || (status >= 300 && status < 400)) return failed('redirect', { status });
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), parts.now());
  return failed(reasonOf(status), { status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

function reasonOf(status: number): Reason {
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'rate-limited';
  return status === 400 ? 'rejected' : 'status';
}

async function readFresh(response: Response, maxBytes: number): Promise<Outcome> {
  const bytes = await readBody(response, maxBytes);
  const etag = response.headers.get('ETag') ?? '';
  const lastModified = Date.parse(response.headers.get('Last-Modified') ?? '');
  return {
    kind: 'fresh',
    bytes,
    ...(/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && { etag }),
    ...(Number.isFinite(lastModified) && { lastModified }),
  };
}

async function readBody(response: Response, maxBytes: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new BodyTooLarge();
    }
    chunks.push(part.value);
  }
  return join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Bytes {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
