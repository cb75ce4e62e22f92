import { maxAnswerLength } from '#protocol/page-events.ts';

/** Limit of answers that wait for the content script. */
const maxAnswers = 40;
/** Limit of their UTF-16 units in all: while a page loads, and while the site is switched off. */
const maxUnits = 2 * maxAnswerLength;
const maxUnitsPaused = maxAnswerLength / 4;

type Send = (detail: string) => void;

/** Buffers answers until the content script listens, sends them in order, and from then on sends each one at once. */
export function createAnswerBuffer() {
  let send: Send | undefined;
  let buffered: string[] = [];
  let limit = maxUnits;
  const trim = () => {
    let size = buffered.reduce((sum, answer) => sum + answer.length, 0);
    while (buffered.length > maxAnswers || size > limit) size -= buffered.shift()?.length ?? 0;
  };
  return {
    add: (detail: string): void => {
      if (send) send(detail);
      else {
        buffered.push(detail);
        trim();
      }
    },
    /** Sends now or never: a busy socket's messages must not push out the answers that wait. */
    addLive: (detail: string): void => send?.(detail),
    flushTo: (listener: Send): void => {
      send = listener;
      limit = maxUnits;
      for (const detail of buffered.splice(0)) listener(detail);
    },
    /** Buffers again until the next `flushTo`: the newest answers, with a lower limit in all. */
    pause: (): void => {
      send = undefined;
      limit = maxUnitsPaused;
      trim();
    },
    clear: (): void => {
      buffered = [];
      send = undefined;
    },
  };
}
