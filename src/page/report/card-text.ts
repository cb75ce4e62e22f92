import { isOwn } from '#page/cards/overlay-host.ts';

/** Longest text of a card in a report, characters. */
const maxTextLength = 80;
/** Limit of text nodes read in one card, because a page can put any number of empty ones first. */
const maxTextNodes = 200;
/** Characters read for each one shown, because white space and invisible characters are removed later. */
const rawLengthFactor = 20;
const showText = 4; // NodeFilter.SHOW_TEXT

/** A text of the page as one line without control, invisible, private-use and broken characters, cut to `maxLength`. */
export const plainText = (text: string, maxLength = maxTextLength): string =>
  [
    ...text
      .slice(0, maxLength * rawLengthFactor)
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
      .trim(),
  ]
    .slice(0, maxLength)
    .join('');

/** Identifies a card: the first 80 characters of its text, else of its picture's `alt` or its id. The cost is bounded. */
export function cardText(card: Element): string {
  const walker = card.ownerDocument.createTreeWalker(card, showText);
  let text = '';
  for (let count = 0; count < maxTextNodes && text.length < maxTextLength * 4 && walker.nextNode(); count++) {
    const { nodeValue, parentNode } = walker.currentNode;
    if (isVisible(parentNode)) text += ` ${(nodeValue ?? '').slice(0, maxTextLength * rawLengthFactor).trim()}`;
  }
  return plainText(text) || plainText(card.querySelector('img[alt]')?.getAttribute('alt') || card.id);
}

const isVisible = (parent: Node | null): boolean =>
  parent !== null && !/^(?:script|style|template|noscript)$/i.test(parent.nodeName) && !isOwn(parent);
