import { nameFromText } from '#core/names.ts';

/** The text of the first element that a selector finds; empty without one. */
export const textAt = (root: Element, selector: string): string => root.querySelector(selector)?.textContent ?? '';

/** The name (`nameFromText`) in the first element that a selector finds; empty without one. */
export const nameAt = (root: Element, selector: string): string => nameFromText(textAt(root, selector)) ?? '';

/** An attribute of the first element that a selector finds; empty without one. */
export const attributeAt = (root: Element, selector: string, name: string): string =>
  root.querySelector(selector)?.getAttribute(name) ?? '';

/** Elements without child elements. */
export const leavesOf = (root: Element): readonly Element[] =>
  [...root.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0);

/** An address without its query and its fragment. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');
