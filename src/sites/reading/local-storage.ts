/** The JSON value under a key of the page's local storage: `null` without a value, `undefined` when it cannot be read. */
export function storedJson({ defaultView }: Document, key: string): unknown {
  try {
    return JSON.parse(defaultView?.localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined; // A page without an origin of its own has no storage.
  }
}

/** The ISO 4217 code under a key of the page's local storage, with or without JSON's quotes; never throws. */
export function storedCurrency({ defaultView }: Document, key: string): string | undefined {
  try {
    return /^"?([A-Z]{3})"?$/i.exec(defaultView?.localStorage.getItem(key) ?? '')?.[1]?.toUpperCase();
  } catch {
    return undefined;
  }
}
