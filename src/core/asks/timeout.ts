import { Fault } from '#core/asks/fault.ts';

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls a function once after `ms`. Returns a function that cancels the call. */
export function runAfter(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/**
 * Waits for `work`, but no longer than `ms`. Needed because a browser may never settle a request or a message, and
 * other work may ignore its abort signal.
 * @param signal ends the wait with its reason.
 * @throws Fault `timeout` after `ms`.
 */
export const withTimeout = <T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> =>
  endWithin(work, ms, signal, (message) => new Fault('timeout', message));

/** As `withTimeout`, with a plain error: no page loads the faults of the worker for it. */
export async function endWithin<T>(
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
  toError = (message: string) => new Error(message),
): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(toError(`no end within ${ms / 1000} s`)), ms);
  const stop = () => limit.reject(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
