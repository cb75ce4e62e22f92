import { BodyTooLargeError, readBody } from '#protocol/read-body.ts';
import { parseRetryAfter } from '#protocol/retry-after.ts';
import { type FailureReason, reasonOfStatus } from '#relay/feeds/failure-reasons.ts';
import { badBody, failed, type UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { RelayLimits } from '#relay/limits.ts';

export interface UpstreamRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly etag?: string | undefined;
  /** Largest body after decoding. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a header of the response must be ignored, because it quotes the key. */
  readonly isSecret: (value: string) => boolean;
}

export interface UpstreamDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly limits: Pick<RelayLimits, 'upstreamTimeoutMs'>;
}

/**
 * Sends one GET and decodes the body; never throws. Redirects are refused, because they could carry the key elsewhere.
 * Error messages are dropped, because they may quote the request.
 */
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
    if (response.status === 200) return await toFreshOutcome(response, request);
    return await toOutcomeWithoutBody(response, request, deps.now());
  } catch (error) {
    if (error instanceof BodyTooLargeError) return badBody('too-large');
    const aborted = reasonOfAbort();
    return aborted ? failed(aborted) : failed('broken-body', { status: response.status });
  }
}

async function toOutcomeWithoutBody(
  response: Response,
  { etag }: UpstreamRequest,
  now: number,
): Promise<UpstreamOutcome> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 304) return etag ? { kind: 'unchanged', ...dateOf(response) } : failed('malformed', { status });
  if (status === 0 || (status >= 300 && status < 400)) return failed('redirect', { status });
  const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now);
  return failed(reasonOfStatus(status), { status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

async function toFreshOutcome(response: Response, { maxBytes, isSecret }: UpstreamRequest): Promise<UpstreamOutcome> {
  const bytes = await readBody(response, maxBytes);
  const read = (name: string): string => {
    const value = response.headers.get(name) ?? '';
    return isSecret(value) ? '' : value;
  };
  const etag = read('ETag');
  const lastModified = Date.parse(read('Last-Modified'));
  return {
    kind: 'fresh',
    bytes,
    ...(/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && { etag }),
    ...(Number.isFinite(lastModified) && { lastModified }),
    ...dateOf(response),
  };
}

function dateOf(response: Response): { date?: number } {
  const date = Date.parse(response.headers.get('Date') ?? '');
  return Number.isFinite(date) ? { date } : {};
}
