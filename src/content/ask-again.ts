/** How long an answer may take before it counts as lost, ms. */
const lostMs = 5000;

/**
 * Asks, and once more when no answer comes for 5 s: one that was due when the page went into Chromium's back-forward
 * cache never comes, and nothing says so. Rejects when the question that answers first does.
 */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  const second = Promise.withResolvers<T>();
  const timer = setTimeout(() => void ask().then(second.resolve, second.reject), lostMs);
  try {
    return await Promise.race([ask(), second.promise]);
  } finally {
    clearTimeout(timer);
  }
}
