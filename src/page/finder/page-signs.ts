import { isAttachable } from '#core/attached.ts';
import { partsOfAddress } from '#page/finder/addresses.ts';
import type { SignElement } from '#page/finder/card-search.ts';
import { idsOf, isMention, isSilent, namesInData, nextOutside, slugsOf } from '#page/finder/card-words.ts';
import {
  coreOf,
  floatKeysIn,
  isTranslated,
  isWeapon,
  looksLikeName,
  oneLine,
  slugKey,
  translationKey,
  typesIn,
} from '#page/finder/item-text.ts';
import { isSignAttribute } from '#page/finder/page-changes.ts';
import { namesOfPicture, pictureKeysOf, withoutImageWord } from '#page/finder/pictures.ts';

/** Limit of elements with signs on one page, against hostile pages. Further ones are ignored. */
const maxSigns = 3000;

const showElementsAndTexts = 5; // NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT

type NamesOf = (id: string) => readonly string[];

/** The elements of a page that carry what may be an item's name or id. */
export class PageSigns {
  readonly elements = new Map<Element, SignElement>();
  readonly #namesOf: NamesOf;

  constructor(namesOf: NamesOf) {
    this.#namesOf = namesOf;
  }

  /** Reads an element and all that it contains; returns to the caller after every node. `withIds`: ids may lead to names. */
  *scan(root: Element, withIds: boolean): Generator<undefined> {
    if (!root.isConnected || isSilent(root)) return;
    const walker = root.ownerDocument.createTreeWalker(root, showElementsAndTexts);
    this.#readElement(root, withIds);
    for (let node = walker.nextNode(); node; ) {
      const element = node.nodeType === 1 ? (node as Element) : undefined;
      if (element && isSilent(element)) {
        node = nextOutside(walker);
        continue;
      }
      if (element) this.#readElement(element, withIds);
      else this.#readText(node as Text, withIds);
      node = walker.nextNode();
      yield undefined;
    }
  }

  /** Forgets elements that left the page. */
  prune(): void {
    for (const element of this.elements.keys()) if (!element.isConnected) this.elements.delete(element);
  }

  #readElement(element: Element, withIds: boolean): void {
    this.elements.delete(element);
    for (const name of element.getAttributeNames()) {
      if (!isSignAttribute(name)) continue;
      const value = element.getAttribute(name) ?? '';
      if (withIds && (name === 'href' || name === 'src'))
        for (const slug of slugsOf(value)) this.#addNames(element, slugKey(slug));
      if (name === 'src') {
        this.#readPicture(element, value, withIds);
        continue;
      }
      if (name === 'href')
        for (const part of partsOfAddress(value)) {
          if (looksLikeName(part)) this.#add(element, part);
          else this.#addId(element, part, withIds);
        }
      else if (name === 'id' || name.startsWith('data-')) {
        for (const text of namesInData(value)) this.#add(element, text);
        this.#addId(element, value, withIds);
      } else this.#addText(element, withoutImageWord(oneLine(value)));
    }
  }

  #readPicture(element: Element, address: string, withIds: boolean): void {
    for (const text of namesOfPicture(address)) this.#add(element, text);
    if (withIds) for (const key of pictureKeysOf(address)) this.#addNames(element, key);
  }

  #readText(node: Text, withIds: boolean): void {
    const { data, parentElement } = node;
    if (!parentElement || data.length < 3 || data.length > 400) return;
    const text = oneLine(data);
    // Most texts are no signs, and the elements around them are asked last.
    if (isSign(text) && !isMention(node)) this.#addText(parentElement, text);
    if (!withIds) return;
    if (isTranslated(text)) this.#addNames(parentElement, translationKey(text));
    for (const key of floatKeysIn(text)) this.#addNames(parentElement, key);
  }

  #addText(element: Element, text: string): void {
    if (looksLikeName(text) || isWeapon(text)) this.#add(element, text);
    else if (typesIn(text).length > 0) this.#addNeutral(element);
  }

  #addNeutral(element: Element): void {
    if (this.elements.size < maxSigns && !this.elements.has(element)) this.elements.set(element, { core: undefined });
  }

  #addId(element: Element, id: string, withIds: boolean): void {
    if (withIds) for (const each of idsOf(id)) this.#addNames(element, each);
  }

  #addNames(element: Element, id: string): void {
    for (const name of this.#namesOf(id)) this.#add(element, name);
  }

  #add(element: Element, text: string): void {
    if (this.elements.size >= maxSigns && !this.elements.has(element)) return;
    const core = isNeutral(text) ? undefined : coreOf(text);
    // A translated text says less than the name that an id leads to.
    this.elements.set(element, { core: core ?? this.elements.get(element)?.core });
  }
}

const isSign = (text: string): boolean => looksLikeName(text) || isWeapon(text) || typesIn(text).length > 0;

/** Stickers and charms also stand on the cards of other items, and a translation cannot be compared with a name. */
const isNeutral = (text: string): boolean => isTranslated(text) || isAttachable(text);
