import { isAttachable } from '#core/items/attached.ts';
import { eachSign } from '#page/finder/attribute-signs.ts';
import type { SignElement } from '#page/finder/card-search.ts';
import { isMention } from '#page/finder/card-words.ts';
import { coreOf, floatKeysIn, isTranslated, mayName, oneLine, translationKey, typeIn } from '#page/finder/item-text.ts';
import { isElement, isSilent, nodesIn } from '#page/finder/visible-nodes.ts';

/** Limit of elements with signs on one page, against hostile pages. Further ones are ignored. */
const maxSigns = 3000;

/** Nodes between two returns to the caller. */
const nodesAtOnce = 20;

export type PageSigns = ReturnType<typeof createPageSigns>;

export function createPageSigns(namesOf: (id: string) => readonly string[]) {
  const elements = new Map<Element, SignElement>();
  /** A translated text says less than the name that an id leads to. */
  const set = (element: Element, core: string | undefined) => {
    if (elements.size < maxSigns || elements.has(element))
      elements.set(element, { core: core ?? elements.get(element)?.core });
  };
  const add = (element: Element, text: string) => set(element, isNeutral(text) ? undefined : coreOf(text));
  const addText = (element: Element, text: string) => {
    if (mayName(text)) add(element, text);
    else if (typeIn(text)) set(element, undefined);
  };
  const addNames = (element: Element, id: string) => {
    for (const name of namesOf(id)) add(element, name);
  };
  const readElement = (element: Element, withIds: boolean) => {
    elements.delete(element);
    // Most elements of a page have none.
    if (!element.hasAttributes()) return;
    eachSign(element, withIds, (sign, text) => {
      if (sign === 'attribute') addText(element, text);
      else if (sign === 'link' || sign === 'data') add(element, text);
      else if (sign !== 'address') addNames(element, text);
    });
  };
  const readText = (node: Text, withIds: boolean) => {
    const { data, parentElement } = node;
    if (!parentElement || data.length < 3 || data.length > 400) return;
    const text = oneLine(data);
    // Most texts are no signs, and the elements around them are asked last.
    if ((mayName(text) || typeIn(text)) && !isMention(node)) addText(parentElement, text);
    if (!withIds) return;
    if (isTranslated(text)) addNames(parentElement, translationKey(text));
    for (const key of floatKeysIn(text)) addNames(parentElement, key);
  };
  const prune = () => {
    for (const element of elements.keys()) if (!element.isConnected) elements.delete(element);
  };
  return { elements, prune, readElement, readText };
}

/** Reads an element and all that it contains; returns to the caller after every few nodes. `withIds`: ids may lead to names. */
export function* scanSigns(
  { readElement, readText }: PageSigns,
  root: Element,
  withIds: boolean,
): Generator<undefined> {
  if (!root.isConnected || isSilent(root)) return;
  readElement(root, withIds);
  const next = nodesIn(root);
  let count = 0;
  for (let node = next(); node; node = next()) {
    if (isElement(node)) readElement(node, withIds);
    else readText(node, withIds);
    if (++count % nodesAtOnce === 0) yield undefined;
  }
}

/** Stickers and charms also stand on the cards of other items, and a translation cannot be compared with a name. */
const isNeutral = (text: string): boolean => isTranslated(text) || isAttachable(text);
