/** How long one task of ours takes, ms: a long task is one over 50, and the page has work of its own. */
const shortMs = 32;
const longMs = 40;

/** The same where the page's own task, or its frame, waits for ours, and how much longer the last few may take, ms. */
const hurriedMs = 24;
const hurriedMostMs = 32;

/** So few things are not left to another slice, unless this one grows long: each slice costs the page a layout. */
const fewLeft = 24;

/** How many quick things are done between two looks at the clock, for which Firefox asks a high price. */
const quickMany = 4;
/** What so many take at most, ms, to count as quick. */
const quickMs = 2;

/**
 * Cuts work into slices. After each the browser may lay the page out and paint it, which on a page of thousands of cards
 * takes longer than the slice did; slices are then as long as that took, so that there are fewer of them.
 */
export class Slices {
  readonly #now: () => number;
  /** When the last slice ended that left something to do. */
  #left = Number.POSITIVE_INFINITY;
  #start = 0;
  #end = 0;
  #latest = 0;

  /** `now` in ms, monotonic. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Begins a slice, which all that is worked off before the next one shares. */
  begin(): void {
    const start = this.#now();
    this.#start = start;
    this.#latest = start + longMs;
    this.#end = start + Math.min(longMs, Math.max(shortMs, start - this.#left));
    this.#left = Number.POSITIVE_INFINITY;
  }

  /** Shortens the slice, for the page waits. */
  hurry(): void {
    this.#end = Math.min(this.#end, this.#start + hurriedMs);
    this.#latest = Math.min(this.#latest, this.#start + hurriedMostMs);
  }

  /**
   * Works a set off until it is empty or the slice is over, one thing at least; what is done leaves the set. Answers
   * whether it is empty.
   */
  workOff<T>(waiting: Set<T>, work: (item: T) => void): boolean {
    let looked = this.#now();
    let unseen = 1;
    for (const item of waiting) {
      waiting.delete(item);
      work(item);
      if (--unseen > 0) continue;
      const now = this.#now();
      if (now > (waiting.size > fewLeft ? this.#end : this.#latest)) break;
      unseen = now - looked > quickMs ? 1 : quickMany;
      looked = now;
    }
    if (waiting.size > 0) this.#left = this.#now();
    return waiting.size === 0;
  }
}

/** What of a window tells when its next frame is. */
interface Frames {
  readonly performance: { readonly now: () => number };
  readonly requestAnimationFrame: (work: () => void) => number;
  readonly cancelAnimationFrame: (frame: number) => void;
  readonly setTimeout: (work: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number) => void;
}

/** How long after a look at the page the next one waits for the next frame, ms. */
const restMs = 50;

/**
 * Calls back at once where nothing was called back for a while, so that the worker looks prices up while the page is
 * laid out; else before the next frame (or soon where no frames are drawn, as in a tab in the background), so that a
 * page that changes all the time is looked at once a frame.
 */
export function createSoon(window: Frames): (work: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (work) => {
    const run = () => {
      last = window.performance.now();
      work();
    };
    if (window.performance.now() - last > restMs) run();
    else beforeNextFrame(window, run);
  };
}

/** Calls back in a task of its own, which the browser may put behind a frame or an input. */
export function createNext({ MessageChannel }: Window & typeof globalThis): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return (work) => {
    waiting.push(work);
    port2.postMessage(null);
  };
}

function beforeNextFrame(window: Frames, work: () => void): void {
  const timer = window.setTimeout(run, 200);
  const frame = window.requestAnimationFrame(run);
  function run() {
    window.clearTimeout(timer);
    window.cancelAnimationFrame(frame);
    work();
  }
}
