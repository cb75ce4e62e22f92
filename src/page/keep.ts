import { maxAnswer } from '#protocol/page-events.ts';

/** Answers kept at most until the content script listens, and their units in all. */
const mostKept = 40;

/** Keeps what comes before anybody listens, and hands it over in order; then hands on at once. */
export class Keep {
  #listener: ((detail: string) => void) | undefined;
  #kept: string[] = [];

  put(detail: string): void {
    if (this.#listener) this.#listener(detail);
    else this.#keep(detail);
  }

  #keep(detail: string): void {
    this.#kept.push(detail);
    let size = this.#kept.reduce((sum, one) => sum + one.length, 0);
    while (this.#kept.length > mostKept || size > 2 * maxAnswer) size -= this.#kept.shift()?.length ?? 0;
  }

  listen(listener: (detail: string) => void): void {
    this.#listener = listener;
    for (const detail of this.#kept.splice(0)) listener(detail);
  }

  forget(): void {
    this.#kept = [];
    this.#listener = undefined;
  }
}
