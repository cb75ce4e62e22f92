import { hostName, hostOf, isOwn, type OverlayHost, placeholderName } from '#content/cards/overlay-host.ts';
import { kindsAt } from '#content/cards/page-kinds.ts';
import { type CardReading, otherGame, type Page, type Reading, type Rows, type Site } from '#core/site.ts';

/** An element that matches the card selector of its page's kind. */
export interface Card {
  readonly element: Element;
  readonly page: Page;
  /** `undefined` when the card cannot be read or is no CS2 item. */
  reading: Reading | undefined;
  /** Shows an item of another game: counts neither as seen nor as unread. */
  isOtherGame: boolean;
  host: OverlayHost | undefined;
  /** Stands in the card until the prices come. */
  placeholder: OverlayHost | undefined;
}

/** Cards by element. The key type is `Node`, so that any node can be looked up without a test whether it is an element. */
export type Cards = Map<Node, Card>;

/** Protects against hostile pages; no real page shows as many. Cards beyond it get no overlay. */
const maxCards = 20_000;

/** What a scan changed. */
interface ScanResult {
  readonly added: readonly Card[];
  readonly removed: readonly Card[];
}

/** Finds the page's cards and updates `cards`. A card that now belongs to another kind is removed and added anew. */
export function scanCards(site: Site, document: Document, cards: Cards): ScanResult {
  const found = new Map<Element, Page>();
  for (const page of kindsAt(site, document.location.pathname))
    for (const element of document.querySelectorAll(page.card))
      if (found.size < maxCards && !found.has(element)) found.set(element, page);
  const removed = [...cards.values()].filter(({ element, page }) => found.get(element) !== page);
  for (const { element } of removed) cards.delete(element);
  const added = [...found]
    .filter(([element]) => !cards.has(element))
    .map(([element, page]) => createCard(element, page));
  for (const card of added) cards.set(card.element, card);
  return { added, removed };
}

const createCard = (element: Element, page: Page): Card => ({
  ...{ element, page, reading: undefined, isOtherGame: false },
  ...{ host: undefined, placeholder: undefined },
});

/** Removes the copies of a host that the page made by cloning a card: nobody would update them. */
export function removeClonedHosts(document: Document): void {
  for (const element of document.querySelectorAll(`${hostName}, ${placeholderName}`))
    if (!isOwn(element)) element.remove();
}

/** Removes a host that the page moved out of its card at once: elsewhere it shows another item's prices. */
export function removeMisplacedHosts({ addedNodes }: MutationRecord, cards: Cards): void {
  for (const node of addedNodes) {
    const host = hostOf(node);
    if (!host) continue;
    const card = node.isConnected ? cardOf(node, cards) : undefined;
    if (card?.host !== host && card?.placeholder !== host) host.element.remove();
  }
}

/** The card that contains a node. */
export function cardOf(node: Node, cards: Cards): Card | undefined {
  for (let ancestor: Node | null = node; ancestor; ancestor = ancestor.parentNode) {
    const card = cards.get(ancestor);
    if (card) return card;
  }
  return undefined;
}

/** Reads a card anew. */
export function readCard(card: Card, rows: Rows): void {
  const read = readSafely(card, rows);
  card.isOtherGame = read === otherGame;
  card.reading = read === otherGame ? undefined : read;
}

/** A reader that throws counts as one that could not read. */
function readSafely({ element, page }: Card, rows: Rows): CardReading {
  try {
    return page.read(element, rows);
  } catch {
    return undefined;
  }
}

/** Whether the prices of one reading hold for the other. */
export const readsSameItem = (one: Reading | undefined, other: Reading | undefined): boolean =>
  one?.item === other?.item && one?.phase === other?.phase;

/** Fewer cards do not show whether the site has changed. */
const minCards = 5;

/** With five cards or more, of which under half can be read, the site has changed and no reading is trusted. */
export function hasDrifted(cards: Cards): boolean {
  const seen = countSeen(cards);
  return seen >= minCards && countRead(cards) < seen / 2;
}

/** The number of cards without those of other games. */
export const countSeen = (cards: Cards): number => [...cards.values()].filter(({ isOtherGame }) => !isOtherGame).length;

export const countRead = (cards: Cards): number => [...cards.values()].filter(({ reading }) => reading).length;

/** Whether a mutation only adds or removes nodes of ours. */
export const isOwnMutation = ({ type, addedNodes, removedNodes }: MutationRecord): boolean =>
  type === 'childList' && areOwn(addedNodes) && areOwn(removedNodes);

function areOwn(nodes: NodeList): boolean {
  for (const node of nodes) if (!isOwn(node)) return false;
  return true;
}
