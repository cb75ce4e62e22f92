import { parseRetryAfter } from '#protocol/retry-after.ts';
import type { ChannelRequest } from '#relay/alerts/channel.ts';
import { errorCode } from '#relay/error-code.ts';

/** Why a message was not delivered. `lost`: the connection broke after the message was sent, so it may have arrived. */
type DeliveryProblem = 'unreachable' | 'lost' | 'timeout' | 'redirect' | 'refused' | 'rate-limited' | 'failed';

/** What became of one message. */
export interface Delivery {
  /** `undefined`: the service accepted the message. */
  readonly problem: DeliveryProblem | undefined;
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** The wait that the service demands, in ms. */
  readonly retryAfterMs?: number | undefined;
}

export interface SendAlertDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Aborts when the relay ends. */
  readonly ending: AbortSignal;
}

/**
 * Sends one message. Never throws. Redirects are not followed, and no body is read: an error's message or a body may quote
 * the address.
 */
export async function sendAlert({ url, type, body }: ChannelRequest, deps: SendAlertDeps): Promise<Delivery> {
  const timeout = AbortSignal.timeout(deps.timeoutMs);
  const signal = AbortSignal.any([timeout, deps.ending]);
  try {
    const headers = { 'Content-Type': type };
    const response = await deps.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), deps.now());
    return { problem: problemOf(status), status, retryAfterMs };
  } catch (error) {
    if (timeout.aborted) return { problem: 'timeout' };
    return { problem: isAfterSending(error) ? 'lost' : 'unreachable' };
  }
}

/** Codes of errors that come after a connection is there: it was closed or reset, or the answer is no HTTP. */
const laterCodes = /^(?:UND_ERR_(?!CONNECT_TIMEOUT)|HPE_|HTTPParserError$|ECONNRESET$|EPIPE$)/;

/** `fetch` throws a TypeError whose cause has the code. */
const isAfterSending = (error: unknown): boolean =>
  error instanceof TypeError && laterCodes.test(errorCode(error.cause));

function problemOf(status: number): DeliveryProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}
