import { maxAnswer } from '#protocol/page-events.ts';

/** Answers kept at most until the content script listens. */
const mostKept = 40;
/** Their UTF-16 units in all: while a page loads, and while the site is switched off. */
const mostUnits = 2 * maxAnswer;
const restUnits = maxAnswer / 4;

/** Keeps what comes before anybody listens, and hands it over in order; then hands on at once. */
export class Keep {
  #listener: ((detail: string) => void) | undefined;
  #kept: string[] = [];
  #most = mostUnits;

  put(detail: string): void {
    if (this.#listener) this.#listener(detail);
    else this.#keep(detail);
  }

  #keep(detail: string): void {
    this.#kept.push(detail);
    this.#bound();
  }

  #bound(): void {
    let size = this.#kept.reduce((sum, one) => sum + one.length, 0);
    while (this.#kept.length > mostKept || size > this.#most) size -= this.#kept.shift()?.length ?? 0;
  }

  listen(listener: (detail: string) => void): void {
    this.#listener = listener;
    this.#most = mostUnits;
    for (const detail of this.#kept.splice(0)) listener(detail);
  }

  /** Nobody listens until somebody does again; the newest answers are kept, a quarter of the longest one in all. */
  rest(): void {
    this.#listener = undefined;
    this.#most = restUnits;
    this.#bound();
  }

  forget(): void {
    this.#kept = [];
    this.#listener = undefined;
  }
}
