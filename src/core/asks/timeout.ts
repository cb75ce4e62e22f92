import { Fault } from '#core/asks/fault.ts';

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function runAfter(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** A browser may never settle a request or a message. @param signal ends the wait. @throws Fault `timeout` after `ms` */
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
