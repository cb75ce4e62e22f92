/** Disk work that took longer than its limit, or that cannot begin because earlier work has not ended. */
class DiskStalledError extends Error {
  readonly code = 'disk-stalled';
}

/** Disk work with a limit of time, one after the other. */
interface DiskQueue {
  /** Rejects with DiskStalledError when the disk does not answer in time; the work itself cannot be ended. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether work has exceeded its limit and has not ended since. */
  readonly isStalled: () => boolean;
}

/** A disk that hangs holds one of libuv's few threads for each call, so no work begins until the last one has ended. */
export function createDiskQueue(timeoutMs: number): DiskQueue {
  let last: Promise<unknown> = Promise.resolve();
  let isStalled = false;
  const start = <T>(work: () => Promise<T>): Promise<T> => {
    if (isStalled) return Promise.reject(new DiskStalledError());
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => {
      isStalled = true;
      reject(new DiskStalledError());
    }, timeoutMs);
    const end = () => {
      clearTimeout(timer);
      isStalled = false;
    };
    work().then(resolve, reject).finally(end);
    return promise;
  };
  return {
    run(work) {
      const done = last.then(() => start(work));
      last = done.catch(() => undefined);
      return done;
    },
    isStalled: () => isStalled,
  };
}
