/** Length of one task, ms. Its last step may take some more; no task may take over 16 ms (the time of one frame). */
const sliceMs = 6;

/** Failures after which the work rests until something new is due: a page may provoke one in every element. */
const maxFailures = 20;

interface TaskFunctions {
  /** ms, monotonic. */
  readonly now: () => number;
  readonly inOwnTask: (work: () => void) => void;
}

/** Runs work that pauses of itself, in short tasks. Work that fails goes on with what is left of it. */
export class SlicedWork {
  readonly #environment: TaskFunctions;
  readonly #create: () => Generator<undefined>;
  #running = false;
  #stopped = false;

  /** `create` starts the work anew; it ends when nothing is left to do. What it does it has taken off its list before. */
  constructor(environment: TaskFunctions, create: () => Generator<undefined>) {
    this.#environment = environment;
    this.#create = create;
  }

  /** Starts the work, unless it runs. */
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
        if (this.#running && !this.#stopped) this.#environment.inOwnTask(slice);
      }
    };
    this.#environment.inOwnTask(slice);
  }

  /** Works for one slice. Returns whether the work has ended. */
  #isDoneInTime(work: Generator<undefined>): boolean {
    const start = this.#environment.now();
    while (!this.#stopped && this.#environment.now() - start < sliceMs) if (work.next().done) return true;
    return false;
  }

  stop(): void {
    this.#stopped = true;
  }
}
