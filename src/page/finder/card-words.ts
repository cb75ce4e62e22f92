import { type AttributeSign, eachSign, statedByQuery } from '#page/finder/attribute-signs.ts';
import {
  floatKeysIn,
  isLabel,
  isTranslated,
  isWeapon,
  isWorded,
  looksLikeName,
  mayName,
  spellingsOf,
  translationKey,
} from '#page/finder/item-text.ts';
import { isElement, nodesIn } from '#page/finder/visible-nodes.ts';
import type { NameSign, TextPlace, Words } from '#page/finder/words.ts';

/** Limits of one card; an element with more is no card. */
const maxNodes = 400;
const maxTextLength = 1200;
/** How much of one text, and of the classes of one element, is read. */
const maxRead = 4000;
export interface WordSources {
  /** Whether a user sees the element; `undefined` while that is not measured. */
  readonly isShown: (element: Element) => boolean | undefined;
  readonly namesOf: (id: string) => readonly string[];
  readonly placeOf: (text: Text) => TextPlace;
  /** Whether most cards have nothing there. */
  readonly isOdd: (node: Element | Text) => boolean;
}

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
  const next = nodesIn(card);
  for (let node = next(); node; node = next()) {
    if (++count > maxNodes || length > maxTextLength) return undefined;
    if (isElement(node)) reader.addElement(node);
    else length += reader.addText(node);
  }
  return reader.result();
}

class WordReader {
  readonly #sources: WordSources;
  readonly #words = {
    signs: [] as NameSign[],
    texts: [] as string[],
    places: [] as TextPlace[],
    codes: [] as string[],
    links: [] as string[],
  };
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
      ...this.#words,
      joined: [...joined],
      pictured: [...this.#pictured],
      unmeasured: [...this.#unmeasured],
    };
  }

  addText(node: Text): number {
    const spellings = spellingsOf(node.data.slice(0, maxRead));
    const [text = ''] = spellings;
    const parent = node.parentElement;
    if (text === '' || !parent) return 0;
    if (this.#isHidden(parent)) {
      // A name that nobody sees names nothing, but it may contradict.
      if (looksLikeName(text)) this.#add(text);
      return 0;
    }
    this.#add(text, this.#sources.placeOf(node));
    if (isTranslated(text)) for (const name of this.#sources.namesOf(translationKey(text))) this.#translated.add(name);
    for (const key of floatKeysIn(text)) for (const name of this.#sources.namesOf(key)) this.#joined.add(name);
    const names = !isMention(node) && !isForScreenOnly(parent) && !(looksLikeName(text) && this.#sources.isOdd(node));
    if (names) for (const each of spellings) this.#addSign(each, 'text');
    if (isWeapon(text) || (isWorded(text) && !isLabel(text))) this.#wordsBefore = true;
    return text.length;
  }

  addElement(element: Element): void {
    this.#words.codes.push((element.getAttribute('class') ?? '').slice(0, maxRead));
    eachSign(element, true, (sign, text) => this.#addAttribute(element, sign, text));
    if (isPicture(element)) this.#pictureBefore = true;
  }

  #addAttribute(element: Element, sign: AttributeSign, text: string): void {
    const isHidden = this.#isHidden(element);
    if (sign === 'address') this.#words.codes.push(text);
    // A name that nobody sees names nothing, but it may contradict.
    if (sign === 'attribute' && (!isHidden || looksLikeName(text))) this.#add(text);
    if (isHidden) return;
    if (sign === 'address' && element.localName === 'a') this.#words.links.push(text);
    if (sign === 'address') for (const stated of statedByQuery(text)) this.#add(stated, 'usual');
    else if (sign === 'key') this.#join(text);
    else if (sign === 'picture-id') this.#pictureIds.add(text);
    else if (sign === 'picture') for (const name of this.#sources.namesOf(text)) this.#pictured.add(name);
    else if (sign === 'data') this.#words.signs.push({ text, from: sign, leads: true });
    else if (sign === 'link' || (!isForScreenOnly(element) && !(looksLikeName(text) && this.#sources.isOdd(element))))
      this.#addSign(text, sign);
  }

  #add(text: string, place: TextPlace = 'single'): void {
    this.#words.texts.push(text);
    this.#words.places.push(place);
  }

  #join(id: string): void {
    this.#hasIds ||= !id.startsWith('/');
    for (const name of this.#sources.namesOf(id)) this.#joined.add(name);
  }

  #addSign(text: string, from: NameSign['from']): void {
    const leads = !this.#wordsBefore && !(from === 'attribute' && this.#pictureBefore);
    if (mayName(text)) this.#words.signs.push({ text, from, leads });
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
