import { isOwnElement } from '#page/finder/card-words.ts';

/** More changed subtrees than this are read as one: the whole page. */
const maxRoots = 300;

/** What mutations mean for the cards of a page. */
interface ChangeResult {
  /** Cards whose words changed. */
  readonly changed: readonly Element[];
  /** Cards on which something may have been shown or hidden. */
  readonly restyled: readonly Element[];
}

/** The parts of a page that have to be read, or read again. */
export class PageChanges {
  readonly #document: Document;
  readonly #roots = new Set<Element>();

  constructor(document: Document) {
    this.#document = document;
  }

  get isDue(): boolean {
    return this.#roots.size > 0;
  }

  addPage(): void {
    this.#roots.clear();
    this.#roots.add(this.#document.documentElement);
  }

  /** The next part to read; `undefined` when none is left. */
  take(): Element | undefined {
    for (const root of this.#roots) {
      this.#roots.delete(root);
      return root;
    }
    return undefined;
  }

  clear(): void {
    this.#roots.clear();
  }

  /** Notes mutations, and returns the cards that they concern. `cardOf`: the card that contains an element. */
  note(records: readonly MutationRecord[], cardOf: (element: Element) => Element | undefined): ChangeResult {
    const changed = new Set<Element>();
    const restyled = new Set<Element>();
    for (const record of records) {
      const element = isOwnMutation(record) ? null : elementOf(record.target);
      if (!element) continue;
      const card = cardOf(element);
      if (record.type !== 'attributes' || isSignAttribute(record.attributeName)) {
        this.#addRoots(element, record);
        if (card) changed.add(card);
      } else if (card && isStyleAttribute(record.attributeName)) restyled.add(card);
    }
    return { changed: [...changed], restyled: [...restyled] };
  }

  #addRoots(element: Element, { addedNodes, removedNodes }: MutationRecord): void {
    // A list that grows is not read again as a whole.
    const added = [...addedNodes].filter((node): node is Element => node.nodeType === 1);
    if (added.length === 0 || added.length < addedNodes.length || [...removedNodes].some(isText))
      this.#roots.add(element);
    for (const each of added) this.#roots.add(each);
    if (this.#roots.size > maxRoots) this.addPage();
  }
}

/** Attributes whose change may change what an element says. */
const signAttributes = new Set(['alt', 'title', 'aria-label', 'href', 'id', 'src', 'aria-hidden']);

export const isSignAttribute = (name: string | null): boolean =>
  name !== null && (name.startsWith('data-') || signAttributes.has(name));

const isStyleAttribute = (name: string | null): boolean => name === 'class' || name === 'style' || name === 'hidden';

const isText = ({ nodeType }: Node): boolean => nodeType === 3;

const elementOf = (node: Node): Element | null => (node.nodeType === 1 ? (node as Element) : node.parentElement);

/** Whether a mutation concerns nothing but elements of the extension. */
const isOwnMutation = ({ type, target, addedNodes, removedNodes }: MutationRecord): boolean =>
  isOwnElement(target) || (type === 'childList' && areAllOwn(addedNodes) && areAllOwn(removedNodes));

function areAllOwn(nodes: NodeList): boolean {
  for (const node of nodes) if (!isOwnElement(node)) return false;
  return true;
}
