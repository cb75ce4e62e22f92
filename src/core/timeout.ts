import { Fault } from '#core/fault.ts';

/**
 * Waits for what work comes to, but not for ever: a browser that ends the worker may never settle its messages, and other
 * work need not end only because it was told to.
 * @param ms after which it rejects.
 * @param signal ends the waiting, too, with its reason.
 * @throws Fault `timeout` after `ms`.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Fault('timeout', `no end within ${ms / 1000} s`)), ms);
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
