/** Asks who is at work on the page. Scripts of all extensions share the page's events, and no mark is left behind. */
const questionName = 'skinlens-question';

/**
 * Two copies of the extension, the store's and an unpacked one, never draw on one page: the one that is at work says so.
 * @param isAtWork whether this copy draws on the page
 */
export function watchCopies(document: Document, isAtWork: () => boolean, signal: AbortSignal) {
  let isAsking = false;
  let isMet = false;
  const answer = (event: Event) => {
    if (isAsking) return;
    isMet = true;
    if (isAtWork()) event.preventDefault();
  };
  document.addEventListener(questionName, answer, { signal });
  return {
    isMet: () => isMet,
    isTaken: (): boolean => {
      isAsking = true;
      const isTaken = !document.dispatchEvent(new CustomEvent(questionName, { cancelable: true }));
      isAsking = false;
      isMet ||= isTaken;
      return isTaken;
    },
  };
}
