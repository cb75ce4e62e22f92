import { maxAnswerLength } from '#protocol/page-events.ts';

/** Answers kept at most until the content script listens. */
const mostKept = 40;
/** Their UTF-16 units in all: while a page loads, and while the site is switched off. */
const mostUnits = 2 * maxAnswerLength;
const restUnits = maxAnswerLength / 4;

type Hear = (detail: string) => void;

/** Keeps what comes before anybody listens, and hands it over in order; then hands on at once. */
export function createKeep() {
  let listener: Hear | undefined;
  let kept: string[] = [];
  let most = mostUnits;
  const bound = () => {
    let size = kept.reduce((sum, one) => sum + one.length, 0);
    while (kept.length > mostKept || size > most) size -= kept.shift()?.length ?? 0;
  };
  return {
    put: (detail: string): void => {
      if (listener) listener(detail);
      else {
        kept.push(detail);
        bound();
      }
    },
    listen: (hear: Hear): void => {
      listener = hear;
      most = mostUnits;
      for (const detail of kept.splice(0)) hear(detail);
    },
    /** Nobody listens until somebody does again; the newest answers are kept, a quarter of the longest one in all. */
    rest: (): void => {
      listener = undefined;
      most = restUnits;
      bound();
    },
    forget: (): void => {
      kept = [];
      listener = undefined;
    },
  };
}
