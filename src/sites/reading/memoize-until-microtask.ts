/**
 * Remembers what was read from a document until the microtask after: every card of a pass asks for the same, and the page
 * cannot change within one.
 */
export function memoizeUntilMicrotask<T>(read: (document: Document) => T): (document: Document) => T {
  let known: { readonly document: Document; readonly value: T } | undefined;
  return (document) => {
    if (known?.document !== document) {
      known = { document, value: read(document) };
      queueMicrotask(() => {
        known = undefined;
      });
    }
    return known.value;
  };
}
