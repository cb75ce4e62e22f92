/**
 * Caches a value read from a document until the next microtask. All cards of one pass need the same value, and the page
 * cannot change in between.
 */
export function memoizeUntilMicrotask<T>(read: (document: Document) => T): (document: Document) => T {
  let cached: { readonly document: Document; readonly value: T } | undefined;
  return (document) => {
    if (cached?.document !== document) {
      cached = { document, value: read(document) };
      queueMicrotask(() => {
        cached = undefined;
      });
    }
    return cached.value;
  };
}
