import type { FinderEnvironment } from '#content/finder/environment.ts';

/** Length of one task, ms. Its last step may take some more; no task may take over 16 ms (the time of one frame). */
const sliceMs = 6;

/** Runs work that pauses of itself, in short tasks. */
export class SlicedWork {
  readonly #environment: Pick<FinderEnvironment, 'now' | 'inOwnTask'>;
  readonly #create: () => Generator<undefined>;
  #running = false;
  #stopped = false;

  /** `create` starts the work anew; it ends when nothing is left to do. */
  constructor(environment: Pick<FinderEnvironment, 'now' | 'inOwnTask'>, create: () => Generator<undefined>) {
    this.#environment = environment;
    this.#create = create;
  }

  /** Starts the work, unless it runs. */
  run(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    const work = this.#create();
    const slice = () => {
      const start = this.#environment.now();
      while (!this.#stopped && this.#environment.now() - start < sliceMs)
        if (work.next().done) {
          this.#running = false;
          return;
        }
      if (!this.#stopped) this.#environment.inOwnTask(slice);
    };
    this.#environment.inOwnTask(slice);
  }

  stop(): void {
    this.#stopped = true;
  }
}
