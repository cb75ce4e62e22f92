import { isOurs } from '#content/cards/overlay-host.ts';

/** Longest text of a card in a report, characters. */
const longestText = 80;
/** Text nodes looked at in one card: a page can put any number of empty ones first. */
const mostNodes = 200;
const showText = 4; // NodeFilter.SHOW_TEXT

/** A text of the page's in one line: no control, invisible, private or broken characters, cut to `most` characters. */
export const plainText = (text: string, most = longestText): string =>
  [
    ...text
      // Far more than is shown, for much of it may be white space.
      .slice(0, most * 20)
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
      .trim(),
  ]
    .slice(0, most)
    .join('');

/** What a card says, to know it by: the first 80 characters of its text, else its picture's or its id. Costs the same however long that is. */
export function textOfCard(card: Element): string {
  const walker = card.ownerDocument.createTreeWalker(card, showText);
  let text = '';
  for (let at = 0; at < mostNodes && text.length < longestText * 4 && walker.nextNode(); at++) {
    const { nodeValue, parentNode } = walker.currentNode;
    if (isSeen(parentNode)) text += ` ${(nodeValue ?? '').slice(0, longestText * 20).trim()}`;
  }
  return plainText(text) || plainText(card.querySelector('img[alt]')?.getAttribute('alt') || card.id);
}

const isSeen = (parent: Node | null): boolean =>
  parent !== null && !/^(?:script|style|template|noscript)$/i.test(parent.nodeName) && !isOurs(parent);
