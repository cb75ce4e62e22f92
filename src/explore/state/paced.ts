/**
 * Calls `show` with the first value at once, and from then on with the latest one after each pause.
 * @param pause calls its argument when the next value may be shown
 */
export function paced<T>(show: (value: T) => void, pause: (end: () => void) => void): (value: T) => void {
  let waiting: (() => void) | undefined;
  let isPausing = false;
  const take = (run: () => void) => {
    waiting = undefined;
    isPausing = true;
    pause(() => {
      isPausing = false;
      if (waiting) take(waiting);
    });
    run();
  };
  return (value) => {
    if (isPausing) waiting = () => show(value);
    else take(() => show(value));
  };
}
