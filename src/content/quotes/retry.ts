/** How long an answer may take before it counts as lost, ms; and how often is asked before nobody seems to answer. */
const lostMs = 5000;
const mostAsked = 10;

/**
 * Asks, and again whenever no answer came for 5 s: one that was due when the page went into Chromium's back-forward
 * cache never comes, and nothing says so; nor need the next, where the page went there again. Rejects when the question
 * that answers first does, and when ten were not answered.
 */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let asked = 0;
  const once = () => {
    if (++asked > mostAsked) reject(new Error('no answer came'));
    else void ask().then(resolve, reject);
  };
  const timer = setInterval(once, lostMs);
  once();
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}
