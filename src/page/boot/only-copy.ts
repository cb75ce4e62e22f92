/** Asks who is at work on the page. Scripts of all extensions share the page's events, and no mark is left behind. */
const questionName = 'skinlens-question';

/** Two copies of the extension, the store's and an unpacked one, never draw on one page: the one that is at work says so. */
export class OnlyCopy {
  readonly #document: Document;
  #isAsking = false;
  #isMet = false;

  /** @param isAtWork whether this copy draws on the page */
  constructor(document: Document, isAtWork: () => boolean, signal: AbortSignal) {
    this.#document = document;
    const answer = (event: Event) => {
      if (this.#isAsking) return;
      this.#isMet = true;
      if (isAtWork()) event.preventDefault();
    };
    document.addEventListener(questionName, answer, { signal });
  }

  get isMet(): boolean {
    return this.#isMet;
  }

  isTaken(): boolean {
    this.#isAsking = true;
    const isTaken = !this.#document.dispatchEvent(new CustomEvent(questionName, { cancelable: true }));
    this.#isAsking = false;
    this.#isMet ||= isTaken;
    return isTaken;
  }
}
