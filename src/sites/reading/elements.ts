import { parseJson } from '#core/asks/parse-json.ts';
import { decodeSegment, nameFromText } from '#core/items/names.ts';
import { single } from '#sites/reading/values.ts';

const showText = 4; // NodeFilter.SHOW_TEXT

export const textAt = (root: Element, selector: string): string => root.querySelector(selector)?.textContent ?? '';

/** The one text of all elements that a selector finds, trimmed; empty for none and for two different texts. */
export const onlyTextAt = (root: Element, selector: string): string =>
  single([...root.querySelectorAll(selector)].map(({ textContent }) => textContent.trim())) ?? '';

/** The name (`nameFromText`) in the first element that a selector finds; empty without one. */
export const nameAt = (root: Element, selector: string): string => nameFromText(textAt(root, selector)) ?? '';

export const attributeAt = (root: Element, selector: string, name: string): string =>
  root.querySelector(selector)?.getAttribute(name) ?? '';

/** The text of an amount's place; none where digits of two elements would make a number: "$12" and a raised "99". */
export function amountText(element: Element): string {
  const walker = element.ownerDocument.createTreeWalker(element, showText);
  let before: Node | undefined;
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const text = node.nodeValue?.trim();
    if (!text) continue;
    const isOther = before?.parentNode !== node.parentNode;
    if (isOther && /\d\s*$/.test(before?.nodeValue ?? '') && /^\d/.test(text)) return '';
    before = node;
  }
  return element.textContent;
}

export const directText = ({ childNodes }: Element): string =>
  Array.from(childNodes, (node) => (node.nodeType === node.TEXT_NODE ? node.nodeValue : '')).join('');

export const leavesOf = (root: Element): readonly Element[] =>
  [...root.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0);

/** Whether a card holds nothing to read: no text, no picture, no link. Such a card is a placeholder. */
export const isEmptyCard = (card: Element): boolean =>
  card.textContent.trim() === '' && !card.matches('a[href]') && !card.querySelector('img[src], a[href]');

export const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

const linksOf = (card: Element): readonly string[] =>
  [card.closest('a[href]'), ...card.querySelectorAll('a[href]')].flatMap((link) => link?.getAttribute('href') ?? []);

/** The first group of `pattern`, tested against addresses without queries; `undefined` for none and for two different ids. */
export const idInLinks = (card: Element, pattern: RegExp): string | undefined =>
  single(linksOf(card).flatMap((address) => pattern.exec(withoutQuery(address))?.[1] ?? []));

/** The part behind `/image/`, perhaps encoded in a site's own picture service. Other wears and StatTrak share a picture. */
export function steamImageIn(address: string): string | undefined {
  const decoded = decodeSegment(address);
  const inAddress = /\/image\/([\w-]{8,})(?:[/?&#]|$)/.exec(decoded)?.[1];
  return inAddress ?? /^[\w-]{8,}$/.exec(decoded)?.[0];
}

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
