/** How long one task of ours may take, ms: a long task is one over 50, and the page has work of its own. */
const sliceMs = 8;

/**
 * Works a set off until it is empty or a slice's time is over; what is done leaves the set.
 * Answers whether it is empty.
 */
export function workOff<T>(waiting: Set<T>, work: (item: T) => void): boolean {
  const start = performance.now();
  for (const item of waiting) {
    waiting.delete(item);
    work(item);
    if (performance.now() - start > sliceMs) break;
  }
  return waiting.size === 0;
}

/** Calls back before the next frame, or soon where no frames are drawn (a tab in the background). */
export function beforeNextFrame(window: Window, work: () => void): void {
  const timer = window.setTimeout(run, 200);
  const frame = window.requestAnimationFrame(run);
  function run() {
    window.clearTimeout(timer);
    window.cancelAnimationFrame(frame);
    work();
  }
}
