const maxTexts = 3000;
const fewestNeighbours = 5;
const showText = 4; // NodeFilter.SHOW_TEXT
const price = /\p{Sc}\s?\d|\d\s?\p{Sc}|^\s*\d+[.,]\d\d\s*$/u;

/**
 * Elements that look like cards on a page where the adapter finds none: the outermost ancestor of a price that has at
 * least four neighbours with its tag and first class. The largest group wins.
 */
export function guessCards(document: Document): readonly Element[] {
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
