import { parseRetryAfter } from '#protocol/http.ts';
import type { AlertServiceDeps } from '#relay/alerts/alert-state.ts';
import { type AlertChannel, channelHost, toChannelRequest } from '#relay/alerts/channel.ts';
import { errorCode } from '#relay/error-code.ts';

type Delivery = Awaited<ReturnType<typeof sendAlert>>;

export interface LastDelivery extends Pick<Delivery, 'status'> {
  readonly at: number;
  readonly host: string;
  /** `unknown`: the relay ended while it sent the message. */
  readonly problem: DeliveryProblem | 'unknown' | undefined;
}

const maxTries = 6;
const maxGrowth = 30;
/** The longest wait that a service may demand, in ms. */
const maxWaitMs = 3_600_000;

export function createDelivery(deps: AlertServiceDeps) {
  let [failures, nextTryAt, failedChannel] = [0, 0, ''];
  let last: LastDelivery | undefined;
  const send = async (channel: AlertChannel, message: string): Promise<Delivery> => {
    const delivery = await sendAlert(channel, message, deps);
    last = { ...delivery, at: deps.now(), host: channelHost(channel) };
    if (delivery.problem !== undefined) deps.reportProblem('an alert was not delivered', `alert-${delivery.problem}`);
    return delivery;
  };
  return {
    send,
    last: () => last,
    setLast: (next: LastDelivery | undefined) => {
      last = next;
    },
    /** Whether a try is due. Another channel is tried at once. */
    isDue: (channel: AlertChannel): boolean =>
      deps.monotonicMs() >= nextTryAt || JSON.stringify(channel) !== failedChannel,
    /** Tells whether the message is tried no more: it was accepted or may have been, or was tried too often. */
    async tryNow(channel: AlertChannel, message: string): Promise<boolean> {
      const text = JSON.stringify(channel);
      if (text !== failedChannel) failures = 0;
      const { problem, retryAfterMs = 0 } = await send(channel, message);
      failedChannel = text;
      // A service that answers too late, or whose answer is lost, may have taken the message. It is not told twice.
      const isTaken = problem === undefined || problem === 'timeout' || problem === 'lost';
      const isDone = isTaken || failures + 1 >= maxTries;
      // Whoever has an invite may change a list at any time: that must not ring the owner's phone each time.
      const growing = deps.limits.alertRetryMs * (problem === undefined ? 1 : Math.min(2 ** failures, maxGrowth));
      nextTryAt = deps.monotonicMs() + Math.max(growing, Math.min(retryAfterMs, maxWaitMs));
      failures = isDone ? 0 : failures + 1;
      return isDone;
    },
  };
}

/** Why a message was not delivered. `lost`: the connection broke after the message was sent, so it may have arrived. */
type DeliveryProblem = 'unreachable' | 'lost' | 'timeout' | 'redirect' | 'refused' | 'rate-limited' | 'failed';

/** Never throws. No redirect is followed and no body read: an error's message or a body may quote the address. */
async function sendAlert(channel: AlertChannel, message: string, deps: AlertServiceDeps) {
  const { url, type, body } = toChannelRequest(channel, message, deps.bases);
  const timeout = AbortSignal.timeout(deps.limits.alertTimeoutMs);
  const signal = AbortSignal.any([timeout, deps.ending]);
  try {
    const headers = { 'Content-Type': type };
    const response = await deps.fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), deps.now());
    return { problem: problemOf(status), status, retryAfterMs };
  } catch (error) {
    const problem: DeliveryProblem = timeout.aborted ? 'timeout' : isAfterSending(error) ? 'lost' : 'unreachable';
    return { problem };
  }
}

/** Codes of errors that come after a connection is there: it was closed or reset, or the answer is no HTTP. */
const laterCodes = /^(?:UND_ERR_(?!CONNECT_TIMEOUT)|HPE_|HTTPParserError$|ECONNRESET$|EPIPE$)/;

/** `fetch` throws a TypeError whose cause has the code. */
const isAfterSending = (error: unknown): boolean =>
  error instanceof TypeError && laterCodes.test(errorCode(error.cause));

/** `undefined`: the service accepted the message. */
function problemOf(status: number): DeliveryProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'refused' : 'failed';
}
