/** Time without an answer after which a request is sent again, ms. */
const retryAfterMs = 5000;

/** Pause after the first request fails, ms: the browser ended the worker during the lookup, and starts a new one. */
const failurePauseMs = 500;

const maxAttempts = 10;

/**
 * Asks until the first answer, at most ten times. Chromium drops responses to pages in the back-forward cache, without an
 * error; both browsers may end the worker while it looks prices up, and the request fails. Rejects when one fails and
 * `isAlive` says that the extension is gone, and after the last one.
 */
export async function withRetry<T>(ask: () => Promise<T>, isAlive: () => boolean): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let failure: unknown = new Error('no answer came');
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attemptAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(attempt, ms);
  };
  const failed = (error: unknown) => {
    failure = error;
    if (!isAlive()) reject(error);
    else if (attempts === 1) attemptAfter(failurePauseMs);
  };
  const attempt = () => {
    if (++attempts > maxAttempts) {
      reject(failure);
      return;
    }
    attemptAfter(retryAfterMs);
    void ask().then(resolve, failed);
  };
  attempt();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
