import type { Card } from '#page/cards/cards.ts';
import { isOwn } from '#page/cards/overlay-host.ts';
import { isProgramName } from '#page/report/known-words.ts';
import { maskName, maskPath, maskText } from '#page/report/mask.ts';
import type { PageOutlines } from '#protocol/outline-messages.ts';
import { parseAnswerEvent } from '#protocol/page-events.ts';

const maxCards = 3;
const maxAnswers = 3;
/** Longest shape of an answer, characters. */
const maxShape = 6000;

type OutlinedCard = Pick<Card, 'element' | 'state'>;

/**
 * Outlines up to three unread cards, and the shapes of up to three of the page's answers, for a maintainer who has to adapt the
 * reader. Without such cards, outlines elements that look like cards. `answers` are events of the tap.
 */
export const outlinePage = (
  document: Document,
  cards: Iterable<OutlinedCard>,
  answers: readonly string[] = [],
): PageOutlines => {
  const unread = [...cards].filter(({ state }) => state === 'unread').map(({ element }) => element);
  return {
    guessed: unread.length === 0,
    cards: (unread.length > 0 ? unread : guessCards(document)).slice(0, maxCards).map(outlineCard),
    answers: answers.slice(-maxAnswers).flatMap((event) => {
      const answer = parseAnswerEvent(event);
      if (!answer) return [];
      return [{ path: maskPath(answer.url), shape: JSON.stringify(jsonShape(answer.body)).slice(0, maxShape) }];
    }),
  };
};

const maxTexts = 3000;
const fewestNeighbours = 5;
const showText = 4; // NodeFilter.SHOW_TEXT
const price = /\p{Sc}\s?\d|\d\s?\p{Sc}|^\s*\d+[.,]\d\d\s*$/u;

/**
 * Elements that look like cards on a page where the adapter finds none: the outermost ancestor of a price that has at
 * least four neighbours with its tag and first class. The largest group wins.
 */
function guessCards(document: Document): readonly Element[] {
  const walker = document.createTreeWalker(document.body, showText);
  const groups = new Map<Element, Set<Element>>();
  for (let count = 0; count < maxTexts && walker.nextNode(); count++) {
    const { nodeValue, parentElement } = walker.currentNode;
    const card = price.test(nodeValue?.slice(0, 200) ?? '') ? cardAround(parentElement) : undefined;
    if (card?.parentElement) groups.set(card.parentElement, (groups.get(card.parentElement) ?? new Set()).add(card));
  }
  const [largest] = [...groups.values()].sort((one, other) => other.size - one.size);
  return [...(largest ?? [])];
}

function cardAround(start: Element | null): Element | undefined {
  let found: Element | undefined;
  for (let at = start; at?.parentElement; at = at.parentElement) {
    const { localName, classList, parentElement } = at;
    const alike = [...parentElement.children].filter(
      (other) => other.localName === localName && other.classList[0] === classList[0],
    );
    if (alike.length >= fewestNeighbours) found = at;
  }
  return found;
}

const maxDepth = 8;
const maxKeys = 60;
const maxEntries = 20;
const maxValues = 5000;

/** What the values at one place of a JSON answer have in common. */
interface Position {
  readonly types: Set<string>;
  objects: number;
  readonly keys: Map<string, { count: number; readonly place: Position }>;
  longest: number;
  entries: Position | undefined;
}

const newPosition = (): Position => ({ types: new Set(), objects: 0, keys: new Map(), longest: 0, entries: undefined });

/**
 * The shape of a JSON value: keys and types, no value. A key is masked unless it consists of programmers' words or most
 * of at least three objects at the same place have it: others may be data, such as a user's name as a key. Bounded.
 */
export function jsonShape(value: unknown): unknown {
  const root = newPosition();
  let seen = 0;
  const observe = (place: Position, value: unknown, depth: number): void => {
    if (++seen > maxValues) return;
    if (typeof value !== 'object' || value === null || depth > maxDepth) {
      place.types.add(typeOf(value));
    } else if (Array.isArray(value)) {
      place.longest = Math.max(place.longest, value.length);
      place.entries ??= newPosition();
      for (const entry of value.slice(0, maxEntries)) observe(place.entries, entry, depth + 1);
    } else {
      place.objects++;
      for (const [key, entry] of Object.entries(value).slice(0, maxKeys))
        observe(placeOf(place, key), entry, depth + 1);
    }
  };
  observe(root, value, 0);
  return describe(root);
}

function placeOf({ keys }: Position, key: string): Position {
  const known = keys.get(key) ?? { count: 0, place: newPosition() };
  known.count++;
  keys.set(key, known);
  return known.place;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return 'deeper';
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+$/.test(value)) return 'whole number as text';
  if (/^-?\d+[.,]\d+$/.test(value)) return 'decimal as text';
  if (/^(?:https?:)?\/\//.test(value)) return 'address';
  return value === '' ? 'empty text' : 'text';
}

function describe({ types, objects, keys, longest, entries }: Position): unknown {
  const shapes: unknown[] = [...types].sort();
  if (objects > 0) shapes.push(Object.fromEntries(fields(keys, objects)));
  if (entries) shapes.push(longest === 0 ? [] : [`${longest} entries`, describe(entries)]);
  return shapes.length === 1 ? shapes[0] : { either: shapes };
}

function fields(keys: Position['keys'], objects: number): [string, unknown][] {
  return [...keys]
    .slice(0, maxKeys)
    .map(([key, { count, place }]) => [
      isProgramName(key) ? key : maskName(key, objects >= 3 && count * 2 > objects),
      describe(place),
    ]);
}

/** Longest outline of a card, characters. */
const maxLength = 6000;
const maxElements = 400;
const maxLevels = 40;
const maxAttributes = 30;
const maxClasses = 30;
const maxText = 80;

const skipped = /^(?:script|style|template|noscript|iframe|object)$/i;
const shownTexts = new Set(['alt', 'title', 'aria-label', 'placeholder']);
const shownPaths = new Set(['href', 'src']);

/**
 * The outline of a card as HTML: tags, classes and names of attributes as they are, texts and paths as their shapes, no
 * other value. Names that only one element of the page has are masked, because they may be somebody's.
 */
function outlineCard(card: Element): string {
  let elements = 0;
  let html = '';
  const isShared = countingIn(card.ownerDocument);
  const isFull = () => elements >= maxElements || html.length > maxLength;
  const write = (element: Element, depth: number): void => {
    if (isFull() || depth > maxLevels) return;
    elements++;
    const tag = tagOf(element, isShared);
    html += `${'  '.repeat(depth)}<${tag}${attributesOf(element, isShared)}>\n`;
    for (const child of element.childNodes) {
      if (isFull()) break;
      writeChild(child, depth + 1);
    }
    html += `${'  '.repeat(depth)}</${tag}>\n`;
  };
  const writeChild = (node: Node, depth: number): void => {
    if (isOwn(node) || skipped.test(node.nodeName)) return;
    if (isElement(node)) {
      write(node, depth);
      return;
    }
    const text = node.nodeType === textNode ? maskText(node.nodeValue ?? '', maxText) : '';
    if (text) html += `${'  '.repeat(depth)}${escapeHtml(text)}\n`;
  };
  write(card, 0);
  return html;
}

const textNode = 3; // Node.TEXT_NODE
const elementNode = 1; // Node.ELEMENT_NODE

const isElement = (node: Node): node is Element => node.nodeType === elementNode;

/** Whether more than one element of the page has a tag, class or attribute, by selector. */
type IsShared = (selector: string) => boolean;

function countingIn(document: Document): IsShared {
  const known = new Map<string, boolean>();
  return (selector) => {
    const shared = known.get(selector) ?? document.querySelectorAll(selector).length > 1;
    known.set(selector, shared);
    return shared;
  };
}

/** Tags with a hyphen are the page's own; `x-unknown` stands for a name that is masked. */
function tagOf(element: Element, isShared: IsShared): string {
  const tag = element.localName;
  const { HTMLUnknownElement } = element.ownerDocument.defaultView ?? {};
  const isStandard = !tag.includes('-') && !(HTMLUnknownElement && element instanceof HTMLUnknownElement);
  if (!simpleName.test(tag)) return 'x-unknown';
  return isStandard || isShared(tag) ? tag : 'x-unknown';
}

const simpleName = /^[a-z][a-z0-9-]{0,40}$/;

const attributesOf = (element: Element, isShared: IsShared): string =>
  [...element.attributes]
    .slice(0, maxAttributes)
    .map(({ name, value }) =>
      name === 'class'
        ? ` class="${classesOf(element, isShared)}"`
        : ` ${attributeName(name, isShared)}="${escapeHtml(shownValue(name, value))}"`,
    )
    .join('');

function attributeName(name: string, isShared: IsShared): string {
  const shown = maskName(name, simpleName.test(name) && isShared(`[${name}]`));
  return /^[^\s"'<>/=]+$/.test(shown) ? shown : 'x-unknown';
}

function shownValue(name: string, value: string): string {
  if (shownPaths.has(name)) return maskPath(value);
  return shownTexts.has(name) ? maskText(value, maxText) : '';
}

const classesOf = ({ classList }: Element, isShared: IsShared): string =>
  [...classList]
    .slice(0, maxClasses)
    .map((name) => escapeHtml(maskName(name, isShared(`[class~="${name.replace(/["\\]/g, '\\$&')}"]`))))
    .join(' ');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
