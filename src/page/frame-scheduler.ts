/** Time after a check in which the page is checked again only before its next frame, ms. */
const quietMs = 50;

/** Time after which no frame is expected, as in a background tab, ms. */
const noFrameMs = 200;

interface FrameWindow {
  readonly performance: { readonly now: () => number };
  readonly requestAnimationFrame: (work: () => void) => number;
  readonly cancelAnimationFrame: (frame: number) => void;
  readonly setTimeout: (work: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number) => void;
}

/** Runs at once on a quiet page, so that the worker looks up during layout; else once before each frame. */
export function createFrameScheduler(window: FrameWindow): (work: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (work) => {
    const run = () => {
      last = window.performance.now();
      work();
    };
    if (window.performance.now() - last > quietMs) run();
    else beforeNextFrame(window, run);
  };
}

function beforeNextFrame(window: FrameWindow, work: () => void): void {
  const run = () => {
    window.clearTimeout(timer);
    window.cancelAnimationFrame(frame);
    work();
  };
  const timer = window.setTimeout(run, noFrameMs);
  const frame = window.requestAnimationFrame(run);
}
