/** Runs tasks one at a time, in the order of the calls: each reads what the one before has written. A failure ends none. */
export function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Runs work once more after a running one: the new call may know of more. The promises never reject. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async () => {
    do {
      isRequested = false;
      await work().catch(() => undefined);
    } while (isRequested);
    running = undefined;
  };
  return () => {
    isRequested = true;
    running ??= run();
    return running;
  };
}
