import type { ChannelRequest } from '#relay/alerts/channel.ts';

/** Why a message was not delivered. */
export type DeliveryProblem = 'unreachable' | 'timeout' | 'redirect' | 'refused' | 'rate-limited' | 'status';

/**
 * Sends one message; `undefined` when it was accepted. Never throws. Redirects are not followed, and no body is read: an
 * error's message or a body may quote the address.
 */
export async function sendAlert(
  { url, type, body }: ChannelRequest,
  send: (url: string, init: RequestInit) => Promise<Response>,
  timeoutMs: number,
): Promise<DeliveryProblem | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { 'Content-Type': type };
    const response = await send(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel().catch(() => undefined);
    return problemOf(response.status);
  } catch {
    return signal.aborted ? 'timeout' : 'unreachable';
  }
}

function problemOf(status: number): DeliveryProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 0 || (status >= 300 && status < 400)) return 'redirect';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 ? 'refused' : 'status';
}
