/** All cards of one pass need the same value, and the page cannot change before the next microtask. */
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
