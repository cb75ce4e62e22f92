/** Elements whose text nobody sees, and the extension's own. */
const silent = /^(?:script|style|template|noscript|head|title|textarea|select|iframe|object|svg|skinlens-.*)$/i;

/** Whether neither the element nor what it contains is the page's visible content. */
export const isSilent = ({ nodeName }: Element): boolean => silent.test(nodeName);

/** By the tag, also of a copy that the page made: `finder.js` is a file of its own, and cannot know the overlays' elements. */
export const isOwnElement = ({ nodeName }: Node): boolean => nodeName.startsWith('SKINLENS-');

const showElementsAndTexts = 5; // NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT

export const isElement = (node: Node): node is Element => node.nodeType === 1;

/** The elements and texts that may be visible content, in the order of the document: each call returns the next one. */
export function nodesIn(root: Element): () => Element | Text | null {
  const walker = root.ownerDocument.createTreeWalker(root, showElementsAndTexts);
  return () => {
    let node = walker.nextNode();
    while (node && isElement(node) && isSilent(node)) node = nextOutside(walker);
    return node as Element | Text | null;
  };
}

/** The next node after the current one and all that it contains. */
function nextOutside(walker: TreeWalker): Node | null {
  do {
    const next = walker.nextSibling();
    if (next) return next;
  } while (walker.parentNode());
  return null;
}
