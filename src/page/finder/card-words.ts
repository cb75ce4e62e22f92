import { partsOfAddress, statedByQuery } from '#page/finder/addresses.ts';
import {
  floatKeysIn,
  isLabel,
  isTranslated,
  isWeapon,
  isWorded,
  looksLikeName,
  oneLine,
  slugKey,
  translationKey,
} from '#page/finder/item-text.ts';
import { parseJson } from '#page/finder/json-objects.ts';
import { idsOfPicture, namesOfPicture, pictureKeysOf, picturesOf, withoutImageWord } from '#page/finder/pictures.ts';
import { isElement, nodesIn } from '#page/finder/visible-nodes.ts';
import type { NameSign, Words } from '#page/finder/words.ts';

/** Limits of one card; an element with more is no card. */
const maxNodes = 400;
const maxTextLength = 1200;
/** Longest attribute that is read, characters. */
const maxAttribute = 500;

/** Attributes that a user may read or hear. */
const readable = ['alt', 'title', 'aria-label'];

/** What the walk over a card needs from outside. */
export interface WordSources {
  /** Whether a user sees the element; `undefined` while that is not measured. */
  readonly isShown: (element: Element) => boolean | undefined;
  /** The names that an id of the page's answers leads to. */
  readonly namesOf: (id: string) => readonly string[];
}

/** Whether a text may be an id that only one thing has: five characters or more with a digit, and no spaces. */
export const looksLikeId = (text: string): boolean =>
  text.length >= 5 && text.length <= 80 && /\d/.test(text) && /^[\w:.-]+$/.test(text);

/** Ids within an attribute: the whole value, and its parts, as in `sell_order_1234567`. */
export const idsOf = (value: string): readonly string[] =>
  value.length > 120 ? [] : [...new Set([value, ...value.split(/[_:]/)])].filter(looksLikeId);

/** The slug at the end of an address: its last part without an ending. */
export const slugsOf = (address: string): readonly string[] => {
  const [, slug] = /([a-z\d]+(?:-[a-z\d]+)+)(?:\.\w{2,5})?(?:[?#].*)?$/i.exec(address.slice(0, maxAttribute)) ?? [];
  return slug ? [slug] : [];
};

/** Longest JSON in an attribute that is read, characters. */
const maxJson = 4000;

/** The possible names in an attribute for machines: the value itself, or what its JSON calls a name. */
export function namesInData(value: string): readonly string[] {
  if (value.startsWith('{')) return value.length <= maxJson && value.includes('name') ? namesInJson(value) : [];
  return looksLikeName(value) ? [value] : [];
}

const namesInJson = (json: string): readonly string[] =>
  [...json.matchAll(/"(?:\w*hash_?name|market_?name)"\s*:\s*("(?:[^"\\]|\\.){1,200}")/gi)].flatMap(
    ([, literal = '""']) => {
      const name = parseJson(literal);
      return typeof name === 'string' && looksLikeName(name) ? [name] : [];
    },
  );

/** Whether a text stands within a sentence: its own element, or the one around an inline element, has more text. */
export function isMention(node: Text): boolean {
  const parent = node.parentElement;
  if (!parent) return true;
  return (
    hasOtherText(parent, node) ||
    (/^(?:a|b|em|i|strong|mark|span|u|code)$/.test(parent.localName) && hasOtherText(parent.parentElement, parent))
  );
}

const hasOtherText = (parent: Element | null, except: Node): boolean => {
  for (const node of parent?.childNodes ?? [])
    if (node !== except && node.nodeType === 3 && /\p{L}{2}/u.test(node.nodeValue ?? '')) return true;
  return false;
};

/** Reads all words of a card; `undefined` for an element that has too many to be one. `unmeasured`: some are not ready. */
export function wordsOf(
  card: Element,
  sources: WordSources,
): (Words & { readonly unmeasured: readonly Element[] }) | undefined {
  const reader = new WordReader(sources);
  reader.addElement(card);
  let length = 0;
  let count = 0;
  for (const node of nodesIn(card)) {
    if (++count > maxNodes || length > maxTextLength) return undefined;
    if (isElement(node)) reader.addElement(node);
    else length += reader.addText(node);
  }
  return reader.result();
}

class WordReader {
  readonly #sources: WordSources;
  readonly #signs: NameSign[] = [];
  readonly #texts: string[] = [];
  readonly #codes: string[] = [];
  readonly #joined = new Set<string>();
  readonly #translated = new Set<string>();
  readonly #pictured = new Set<string>();
  readonly #pictureIds = new Set<string>();
  #hasIds = false;
  readonly #unmeasured = new Set<Element>();
  #pictureBefore = false;
  #wordsBefore = false;

  constructor(sources: WordSources) {
    this.#sources = sources;
  }

  result() {
    // A card with the pictures of two things is of neither.
    if (this.#pictureIds.size === 1) for (const id of this.#pictureIds) this.#join(id);
    // A card with ids of its own is not joined by its text alone.
    const joined = new Set([...this.#joined, ...(this.#hasIds && this.#joined.size === 0 ? [] : this.#translated)]);
    return {
      signs: this.#signs,
      texts: this.#texts,
      codes: this.#codes,
      joined: [...joined],
      pictured: [...this.#pictured],
      unmeasured: [...this.#unmeasured],
    };
  }

  /** Adds a text node and returns its length. */
  addText(node: Text): number {
    const text = oneLine(node.data);
    const parent = node.parentElement;
    if (text === '' || !parent) return 0;
    if (this.#isHidden(parent)) {
      // A name that nobody sees names nothing, but it may contradict.
      if (looksLikeName(text)) this.#texts.push(text);
      return 0;
    }
    this.#texts.push(text);
    if (isTranslated(text)) for (const name of this.#sources.namesOf(translationKey(text))) this.#translated.add(name);
    for (const key of floatKeysIn(text)) for (const name of this.#sources.namesOf(key)) this.#joined.add(name);
    if (!isMention(node) && !isForScreenOnly(parent)) this.#addSign(text, 'text');
    if (isWorded(text) && !isLabel(text)) this.#wordsBefore = true;
    return text.length;
  }

  addElement(element: Element): void {
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name)?.slice(0, maxAttribute) ?? '';
      if (value.length < 2) continue;
      if (readable.includes(name)) this.#addReadable(element, withoutImageWord(oneLine(value)));
      else if (name === 'class') this.#codes.push(value);
      else if (name === 'href') this.#addLink(element, element.getAttribute(name) ?? '');
      else if (name === 'id' || name.startsWith('data-')) this.#addData(element, element.getAttribute(name) ?? '');
    }
    for (const address of picturesOf(element)) this.#addPicture(element, address);
    if (isPicture(element)) this.#pictureBefore = true;
  }

  #addReadable(element: Element, text: string): void {
    if (this.#isHidden(element)) {
      // It may contradict, like a hidden text.
      if (looksLikeName(text)) this.#texts.push(text);
      return;
    }
    this.#texts.push(text);
    if (!isForScreenOnly(element)) this.#addSign(text, 'attribute');
  }

  /** Takes an address's words and slug; `false` for one that nobody sees. */
  #addAddress(element: Element, address: string): boolean {
    this.#codes.push(address.slice(0, maxAttribute));
    if (this.#isHidden(element)) return false;
    for (const slug of slugsOf(address)) this.#join(slugKey(slug));
    return true;
  }

  #addLink(element: Element, address: string): void {
    if (!this.#addAddress(element, address)) return;
    this.#texts.push(...statedByQuery(address));
    for (const part of partsOfAddress(address)) {
      if (looksLikeName(part)) this.#addSign(part, 'link');
      for (const id of idsOf(part)) this.#join(id);
    }
  }

  #addPicture(element: Element, address: string): void {
    if (!this.#addAddress(element, address)) return;
    for (const id of idsOfPicture(address)) this.#pictureIds.add(id);
    for (const text of namesOfPicture(address)) this.#addSign(text, 'link');
    for (const key of pictureKeysOf(address)) for (const found of this.#sources.namesOf(key)) this.#pictured.add(found);
  }

  #addData(element: Element, value: string): void {
    if (this.#isHidden(element)) return;
    for (const text of namesInData(value)) this.#signs.push({ text, from: 'data', leads: true });
    for (const id of idsOf(value)) this.#join(id);
  }

  #join(id: string): void {
    this.#hasIds ||= !id.startsWith('/');
    for (const name of this.#sources.namesOf(id)) this.#joined.add(name);
  }

  #addSign(text: string, from: NameSign['from']): void {
    const leads = !this.#wordsBefore && !(from === 'attribute' && this.#pictureBefore);
    if (looksLikeName(text) || isWeapon(text)) this.#signs.push({ text, from, leads });
  }

  #isHidden(element: Element): boolean {
    const shown = this.#sources.isShown(element);
    if (shown === undefined) this.#unmeasured.add(element);
    return shown !== true;
  }
}

/** An image that may show a thing. Drawings in SVG are symbols. */
const isPicture = (element: Element): boolean =>
  element.localName === 'img' && !/\.svg(?:[?#]|$)/i.test(element.getAttribute('src') ?? '');

/** What is only drawn, and not told to a screen reader, may contradict a name but is none. */
const isForScreenOnly = (element: Element): boolean => element.closest('[aria-hidden="true"]') !== null;
