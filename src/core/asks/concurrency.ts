export type Run = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs at most `limit` tasks at once; the others wait, in the order of the calls. A failure ends none. */
export function createConcurrencyLimit(limit: number): Run {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Runs tasks one at a time: each reads what the one before has written. */
export const createMutex = (): Run => createConcurrencyLimit(1);

/**
 * Runs work once more after a running one: the new call may know of more. A call resolves when the run that began after it has
 * ended, also where calls go on to come. The promises never reject.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  const inTurn = createMutex();
  let next: Promise<void> | undefined;
  const run = async () => {
    // All calls until now share this run.
    await undefined;
    next = undefined;
    await work().catch(() => undefined);
  };
  return () => (next ??= inTurn(run));
}

/** Waits for work, but only so long, in ms. The work goes on. */
export async function atMost(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
