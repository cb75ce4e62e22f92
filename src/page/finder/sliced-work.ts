import type { FinderDeps } from '#page/finder/deps.ts';
import { createTaskScheduler } from '#page/time-slicing.ts';

/** Length of one task, ms. Its last step may take some more; no task may take over 16 ms (the time of one frame). */
const sliceMs = 6;

/** Failures after which the work rests until something new is due: a page may provoke one in every element. */
const maxFailures = 20;

/**
 * Runs work that pauses of itself, in short tasks. Work that fails goes on with what is left of it. `create` starts it anew; it
 * ends when nothing is left to do. What it does it has taken off its list before. The default scheduler is of this file's
 * script, so that the work is measured as its own.
 */
export function createSlicedWork(
  { now, inOwnTask = createTaskScheduler(window) }: Pick<FinderDeps, 'now' | 'inOwnTask'>,
  create: () => Generator<undefined>,
) {
  let isRunning = false;
  let isStopped = false;
  /** Works for one slice. Returns whether the work has ended. */
  const isDoneInTime = (work: Generator<undefined>): boolean => {
    const start = now();
    while (!isStopped && now() - start < sliceMs) if (work.next().done) return true;
    return false;
  };
  const run = (): void => {
    if (isRunning || isStopped) return;
    isRunning = true;
    let work = create();
    let failures = 0;
    const slice = () => {
      try {
        isRunning = !isDoneInTime(work);
      } catch (error) {
        work = create();
        isRunning = ++failures < maxFailures;
        throw error;
      } finally {
        if (isRunning && !isStopped) inOwnTask(slice);
      }
    };
    inOwnTask(slice);
  };
  const stop = (): void => {
    isStopped = true;
  };
  return { run, stop };
}
