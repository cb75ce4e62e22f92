import { isTelling, picturesIn } from '#page/finder/attribute-signs.ts';
import { isElement, isOwnElement } from '#page/finder/visible-nodes.ts';

/** More changed subtrees than this are read as one: the whole page. */
const maxRoots = 300;

export type PageChanges = ReturnType<typeof createPageChanges>;

export function createPageChanges(document: Document) {
  const roots = new Set<Element>();
  const addPage = (): void => {
    roots.clear();
    roots.add(document.documentElement);
  };
  const addRoots = (element: Element, { addedNodes, removedNodes }: MutationRecord): void => {
    // A list that grows is not read again as a whole.
    const added = [...addedNodes].filter(isElement);
    const hasOthers = added.length === 0 || added.length < addedNodes.length;
    if (hasOthers || [...removedNodes].some(({ nodeType }) => nodeType === 3)) roots.add(element);
    for (const each of added) roots.add(each);
    if (roots.size > maxRoots) addPage();
  };
  return {
    isDue: (): boolean => roots.size > 0,
    addPage,
    take: (): Element | undefined => {
      const [root] = roots;
      if (root) roots.delete(root);
      return root;
    },
    /** Returns the cards whose words changed, and those on which something may have been shown or hidden. */
    note: (records: readonly MutationRecord[], cardOf: (element: Element) => Element | undefined) => {
      const changed = new Set<Element>();
      const restyled = new Set<Element>();
      for (const record of records) {
        const element = concernsOnlyOwn(record) ? null : elementOf(record.target);
        if (!element) continue;
        const card = cardOf(element);
        if (record.type !== 'attributes' || isSignOf(element, record.attributeName)) {
          addRoots(element, record);
          if (card) changed.add(card);
        } else if (card && isStyleAttribute(record.attributeName)) restyled.add(card);
      }
      return { changed, restyled };
    },
  };
}

/** A list that shows its cards again for other items may change nothing but their pictures. */
const isSignOf = (element: Element, name: string | null): boolean =>
  name === 'style'
    ? picturesIn(name, element.getAttribute(name) ?? '').length > 0
    : name === 'aria-hidden' || isTelling(name ?? '');

const isStyleAttribute = (name: string | null): boolean => /^(?:class|style|hidden)$/.test(name ?? '');

const elementOf = (node: Node): Element | null => (isElement(node) ? node : node.parentElement);

const concernsOnlyOwn = ({ type, target, addedNodes, removedNodes }: MutationRecord): boolean =>
  isOwnElement(target) || (type === 'childList' && [...addedNodes, ...removedNodes].every(isOwnElement));
