import { nameFromText } from '#core/items/names.ts';
import { single } from '#sites/reading/single.ts';

/** The text of the first element that a selector finds; empty without one. */
export const textAt = (root: Element, selector: string): string => root.querySelector(selector)?.textContent ?? '';

/** The one text of all elements that a selector finds, trimmed; empty for none and for two different texts. */
export const onlyTextAt = (root: Element, selector: string): string =>
  single([...root.querySelectorAll(selector)].map(({ textContent }) => textContent.trim())) ?? '';

/** The name (`nameFromText`) in the first element that a selector finds; empty without one. */
export const nameAt = (root: Element, selector: string): string => nameFromText(textAt(root, selector)) ?? '';

/** An attribute of the first element that a selector finds; empty without one. */
export const attributeAt = (root: Element, selector: string, name: string): string =>
  root.querySelector(selector)?.getAttribute(name) ?? '';

/** The text of an element without that of its parts. */
export const directText = ({ childNodes }: Element): string =>
  Array.from(childNodes, (node) => (node.nodeType === node.TEXT_NODE ? node.nodeValue : '')).join('');

/** Elements without child elements. */
export const leavesOf = (root: Element): readonly Element[] =>
  [...root.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0);

/** Whether a card holds nothing to read: no text, no picture, no link. Such a card is a placeholder. */
export const isEmptyCard = (card: Element): boolean =>
  card.textContent.trim() === '' && !card.matches('a[href]') && !card.querySelector('img[src], a[href]');

/** An address without its query and its fragment. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');
