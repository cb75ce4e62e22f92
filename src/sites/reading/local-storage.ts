import { parseJson } from '#core/asks/parse-json.ts';

/** The text under a key of the page's local storage: "null" without one, empty when it cannot be read. */
function storedText({ defaultView }: Document, key: string): string {
  try {
    return defaultView?.localStorage.getItem(key) ?? 'null';
  } catch {
    return ''; // A page without an origin of its own has no storage.
  }
}

/** The JSON value under a key of the page's local storage: `null` without a value, `undefined` when it cannot be read. */
export const storedJson = (document: Document, key: string): unknown => parseJson(storedText(document, key));

/** The ISO 4217 code under a key of the page's local storage, with or without JSON's quotes. */
export const storedCurrency = (document: Document, key: string): string | undefined =>
  /^"?([A-Z]{3})"?$/i.exec(storedText(document, key))?.[1]?.toUpperCase();
