import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** How much longer than at its best a piece of work may take on a machine that is quiet. */
const slack = 1.2;

/** Longest wait before one run, and before all of a bench, ms: a machine that is never quiet is measured as it is. */
const longestMs = 1500;
const allMs = 4 * 60_000;
const pauseMs = 100;

/**
 * Always the same work, some 4 ms of it, on a thread of its own. Not in JavaScript: that runs five times as long until
 * the engine thinks it worth compiling, which it did at times after a hundred runs.
 */
const working = `
  const { parentPort } = require('node:worker_threads');
  const { createHash } = require('node:crypto');
  const bytes = Buffer.alloc(4e6);
  parentPort.on('message', () => {
    const start = performance.now();
    createHash('sha256').update(bytes).digest();
    parentPort.postMessage({ ms: performance.now() - start });
  });`;

/** Waits before each run until the machine does a piece of work nearly as fast as it ever did during this bench. */
export class Quiet {
  readonly #work: () => Promise<number>;
  readonly #sleep: (ms: number) => Promise<unknown>;
  #bestMs = Number.POSITIVE_INFINITY;
  #waitedMs = 0;

  /** `work` does the piece of work and answers how long it took, ms. */
  constructor(work = createWork(), sleeping: (ms: number) => Promise<unknown> = sleep) {
    this.#work = work;
    this.#sleep = sleeping;
  }

  /** Waits, for 1.5 s at most. */
  async wait(): Promise<void> {
    const most = Math.min(longestMs, allMs - this.#waitedMs);
    let waited = 0;
    let quiet = await this.#isQuiet();
    while (!quiet && waited < most) {
      await this.#sleep(pauseMs);
      waited += pauseMs;
      quiet = await this.#isQuiet();
    }
    this.#waitedMs += waited;
  }

  async #isQuiet(): Promise<boolean> {
    const ms = await this.#work();
    this.#bestMs = Math.min(this.#bestMs, ms);
    return ms <= this.#bestMs * slack;
  }
}

/** The work on two threads at once, for a page and its worker run on two cores; the slower one counts. */
function createWork(): () => Promise<number> {
  const threads = [0, 1].map(() => new Worker(working, { eval: true }));
  for (const thread of threads) thread.unref();
  const once = (thread: Worker) =>
    new Promise<number>((resolve) => {
      thread.once('message', ({ ms }: { ms: number }) => resolve(ms));
      thread.postMessage(undefined);
    });
  return async () => Math.max(...(await Promise.all(threads.map(once))));
}

/** The one of this bench. */
let shared: Quiet | undefined;

/** Waits until the machine is quiet, or long enough. */
export const quiet = (): Promise<void> => {
  shared ??= new Quiet();
  return shared.wait();
};
