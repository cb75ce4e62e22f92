import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** How much longer than at its best a piece of work may take on a machine that is quiet. */
const slack = 1.2;

const pauseMs = 100;

/**
 * Always the same work, some 3 ms of it, on a thread of its own. Not in JavaScript: that runs five times as long until
 * the engine thinks it worth compiling, which it did at times after a hundred runs. And no hash that the processor has
 * instructions for, such as SHA-256 or MD5: these took the same while all other code took 1.5 to 1.9 times as long, which
 * it does for seconds on end where another machine works on the other thread of a core. Of that the host tells nothing.
 */
const working = `
  const { parentPort } = require('node:worker_threads');
  const { createHash } = require('node:crypto');
  const bytes = Buffer.alloc(4e6);
  parentPort.on('message', () => {
    const start = performance.now();
    createHash('blake2b512').update(bytes).digest();
    parentPort.postMessage({ ms: performance.now() - start });
  });`;

/** What came of waiting, ms. */
interface Waited {
  readonly waitedMs: number;
  /** How long the piece of work took in the end. */
  readonly workMs: number;
}

/** Tells how fast the machine does a piece of work beside the best that it ever did during this bench. */
export class Quiet {
  readonly #work: () => Promise<number>;
  readonly #sleep: (ms: number) => Promise<unknown>;
  #bestMs = Number.POSITIVE_INFINITY;

  /** `work` does the piece of work and answers how long it took, ms. */
  constructor(work = createWork(), sleeping: (ms: number) => Promise<unknown> = sleep) {
    this.#work = work;
    this.#sleep = sleeping;
  }

  /** Waits until the machine is quiet, for so many ms at most. */
  async wait(mostMs: number): Promise<Waited> {
    let waitedMs = 0;
    let workMs = await this.look();
    while (this.loss(workMs) > 0 && waitedMs + pauseMs <= mostMs) {
      await this.#sleep(pauseMs);
      waitedMs += pauseMs;
      workMs = await this.look();
    }
    return { waitedMs, workMs };
  }

  /** How long the piece of work takes now, ms. */
  async look(): Promise<number> {
    const ms = await this.#work();
    this.#bestMs = Math.min(this.#bestMs, ms);
    return ms;
  }

  /** The share of its time that a piece of work lost to others which took so many ms; 0 when that is little. */
  loss(workMs: number): number {
    return workMs <= this.#bestMs * slack ? 0 : 1 - this.#bestMs / workMs;
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

/** The one of this bench; its threads begin with its first run. */
let shared: Quiet | undefined;

/** See `Quiet`. */
export function quiet(): Quiet {
  shared ??= new Quiet();
  return shared;
}
