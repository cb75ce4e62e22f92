/**
 * Waits for an answer, but not for ever: a browser that ends the worker may never settle its messages.
 * @param ms after which it rejects.
 */
export async function withPatience<T>(answer: Promise<T>, ms: number): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
