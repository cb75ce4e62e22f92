/** Asks who is at work on the page. Scripts of all extensions share the page's events, and no mark is left behind. */
const questionName = 'skinlens-question';

/**
 * Keeps two copies of the extension, the store's and an unpacked one, from drawing on one page: the copy that is at work says
 * so, and the other stays away. Answers until the signal.
 */
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

  /** Whether there was ever another copy on the page. */
  get isMet(): boolean {
    return this.#isMet;
  }

  /** Whether another copy is at work on the page. */
  isTaken(): boolean {
    this.#isAsking = true;
    const isTaken = !this.#document.dispatchEvent(new CustomEvent(questionName, { cancelable: true }));
    this.#isAsking = false;
    this.#isMet ||= isTaken;
    return isTaken;
  }
}
