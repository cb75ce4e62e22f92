/** Length of a slice, ms. A task over 50 ms is a long task, and the page has work of its own. */
const sliceMs = 32;

/** Length of a slice that delays the page's own task or its frame, as a share of a whole one. */
const hurriedShare = 0.75;

/** The last few items may take longer, as a share of a slice: each extra slice costs the page a layout. */
const lastItems = 24;
const lastItemsShare = 0.25;

export function createTimeSlicer(wholeMs = sliceMs) {
  let start = 0;
  let lengthMs = wholeMs;
  return {
    /** Begins a slice. All calls of `drain` until the next one share it. */
    begin: (): void => {
      start = performance.now();
      lengthMs = wholeMs;
    },
    /** Shortens the slice, because the page waits for it. */
    hurry: (): void => {
      lengthMs = wholeMs * hurriedShare;
    },
    /** Handles and removes items, one at least, until the slice is over. Returns whether the set is empty. */
    drain: <T>(items: Set<T>, handle: (item: T) => void): boolean => {
      for (const item of items) {
        items.delete(item);
        handle(item);
        const extraMs = items.size > lastItems ? 0 : wholeMs * lastItemsShare;
        if (performance.now() - start > lengthMs + extraMs) break;
      }
      return items.size === 0;
    },
  };
}

/** Returns a scheduler that calls back in a new task, which the browser may put behind a frame or an input. */
export function createTaskScheduler({ MessageChannel }: Window & typeof globalThis): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return (work) => {
    waiting.push(work);
    port2.postMessage(null);
  };
}
