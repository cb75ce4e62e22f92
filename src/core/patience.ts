import { Fault } from '#core/fault.ts';

/**
 * Waits for what work comes to, but not for ever: a browser may lose a message, a request or a write, and says nothing more
 * of it.
 * @param signal ends the waiting, too, with its reason.
 * @throws Fault `timeout` after `ms`.
 */
export async function withPatience<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Fault('timeout', `no end within ${ms / 1000} s`)), ms);
  const stop = () => limit.reject(signal?.reason);
  signal?.addEventListener('abort', stop);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
