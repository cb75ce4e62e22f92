import { ask, isAlive, onMessages } from '#browser/messages.ts';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { abandonAsks, askWorker, loadExport } from '#page/boot/lazy-scripts.ts';
import { isConfirmedEmpty, patienceMs, trackEmptyPage } from '#page/cards/empty-page.ts';
import { createFrameScheduler } from '#page/frame-scheduler.ts';

declare global {
  /** What `overlays.js` imports from the script that loads it (src/build/shared-code.ts). */
  var skinlensShared: object | undefined;
}

/** Offers what this script has anyway, so that `overlays.js` comes without it. The imports above are the list. */
export const shareCode = (): void => {
  globalThis.skinlensShared = {
    ...{ ask, isAlive, onMessages },
    ...{ AskOnce, retryPausesMs },
    ...{ abandonAsks, askWorker, loadExport },
    ...{ isConfirmedEmpty, patienceMs, trackEmptyPage, createFrameScheduler },
  };
};
