import { isOwn } from '#page/cards/overlay-host.ts';
import { maskName, maskPath, maskText } from '#page/report/mask.ts';

/** Longest outline of a card, characters. */
const maxLength = 6000;
const maxElements = 400;
const maxDepth = 40;
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
export function outlineCard(card: Element): string {
  let elements = 0;
  let html = '';
  const isShared = countingIn(card.ownerDocument);
  const isFull = () => elements >= maxElements || html.length > maxLength;
  const write = (element: Element, depth: number): void => {
    if (isFull() || depth > maxDepth) return;
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
