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

type NamesOf = (id: string) => readonly string[];

export class PageSigns {
  readonly elements = new Map<Element, SignElement>();
  readonly #namesOf: NamesOf;

  constructor(namesOf: NamesOf) {
    this.#namesOf = namesOf;
  }

  /** Reads an element and all that it contains; returns to the caller after every few nodes. `withIds`: ids may lead to names. */
  *scan(root: Element, withIds: boolean): Generator<undefined> {
    if (!root.isConnected || isSilent(root)) return;
    this.#readElement(root, withIds);
    const next = nodesIn(root);
    let count = 0;
    for (let node = next(); node; node = next()) {
      if (isElement(node)) this.#readElement(node, withIds);
      else this.#readText(node, withIds);
      if (++count % nodesAtOnce === 0) yield undefined;
    }
  }

  prune(): void {
    for (const element of this.elements.keys()) if (!element.isConnected) this.elements.delete(element);
  }

  #readElement(element: Element, withIds: boolean): void {
    this.elements.delete(element);
    // Most elements of a page have none.
    if (!element.hasAttributes()) return;
    eachSign(element, withIds, (sign, text) => {
      if (sign === 'attribute') this.#addText(element, text);
      else if (sign === 'link' || sign === 'data') this.#add(element, text);
      else if (sign !== 'address') this.#addNames(element, text);
    });
  }

  #readText(node: Text, withIds: boolean): void {
    const { data, parentElement } = node;
    if (!parentElement || data.length < 3 || data.length > 400) return;
    const text = oneLine(data);
    // Most texts are no signs, and the elements around them are asked last.
    if ((mayName(text) || typeIn(text)) && !isMention(node)) this.#addText(parentElement, text);
    if (!withIds) return;
    if (isTranslated(text)) this.#addNames(parentElement, translationKey(text));
    for (const key of floatKeysIn(text)) this.#addNames(parentElement, key);
  }

  #addText(element: Element, text: string): void {
    if (mayName(text)) this.#add(element, text);
    else if (typeIn(text)) this.#set(element, undefined);
  }

  #addNames(element: Element, id: string): void {
    for (const name of this.#namesOf(id)) this.#add(element, name);
  }

  #add(element: Element, text: string): void {
    this.#set(element, isNeutral(text) ? undefined : coreOf(text));
  }

  /** A translated text says less than the name that an id leads to. */
  #set(element: Element, core: string | undefined): void {
    if (this.elements.size < maxSigns || this.elements.has(element))
      this.elements.set(element, { core: core ?? this.elements.get(element)?.core });
  }
}

/** Stickers and charms also stand on the cards of other items, and a translation cannot be compared with a name. */
const isNeutral = (text: string): boolean => isTranslated(text) || isAttachable(text);
