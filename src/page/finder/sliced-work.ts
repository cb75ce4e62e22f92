import type { FinderDeps } from '#page/finder/deps.ts';
import { createTaskScheduler } from '#page/time-slicing.ts';

/** Length of one task, ms. Its last step may take some more; no task may take over 16 ms (the time of one frame). */
const sliceMs = 6;

/** Failures after which the work rests until something new is due: a page may provoke one in every element. */
const maxFailures = 20;

/** Runs work that pauses of itself, in short tasks. Work that fails goes on with what is left of it. */
export class SlicedWork {
  readonly #now: () => number;
  readonly #inOwnTask: (work: () => void) => void;
  readonly #create: () => Generator<undefined>;
  #running = false;
  #stopped = false;

  /**
   * `create` starts the work anew; it ends when nothing is left to do. What it does it has taken off its list before. The
   * default scheduler is of this file's script, so that the work is measured as its own.
   */
  constructor(
    { now, inOwnTask = createTaskScheduler(window) }: Pick<FinderDeps, 'now' | 'inOwnTask'>,
    create: () => Generator<undefined>,
  ) {
    this.#now = now;
    this.#inOwnTask = inOwnTask;
    this.#create = create;
  }

  run(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    let work = this.#create();
    let failures = 0;
    const slice = () => {
      try {
        this.#running = !this.#isDoneInTime(work);
      } catch (error) {
        work = this.#create();
        this.#running = ++failures < maxFailures;
        throw error;
      } finally {
        if (this.#running && !this.#stopped) this.#inOwnTask(slice);
      }
    };
    this.#inOwnTask(slice);
  }

  /** Works for one slice. Returns whether the work has ended. */
  #isDoneInTime(work: Generator<undefined>): boolean {
    const start = this.#now();
    while (!this.#stopped && this.#now() - start < sliceMs) if (work.next().done) return true;
    return false;
  }

  stop(): void {
    this.#stopped = true;
  }
}
