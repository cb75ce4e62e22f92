const retryAfterMs = 5000;
const maxAttempts = 10;

/**
 * Chromium drops responses to pages in the back-forward cache, without an error. Asks every 5 s until the first answer,
 * at most ten times. Rejects as soon as one attempt rejects, and when the last one is not answered.
 */
export async function withRetry<T>(ask: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let attempts = 0;
  const attempt = () => {
    if (++attempts > maxAttempts) reject(new Error('no answer came'));
    else void ask().then(resolve, reject);
  };
  const timer = setInterval(attempt, retryAfterMs);
  attempt();
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}
