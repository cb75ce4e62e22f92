import { type Host, hostName, hostOf, isOurs, waitName } from '#content/cards/overlay-host.ts';
import { kindsAt } from '#content/cards/page-kinds.ts';
import { type CardReading, otherGame, type Page, type Reading, type Rows, type Site } from '#core/site.ts';

/** One card that the site's selector found. */
export interface Card {
  readonly element: Element;
  readonly page: Page;
  /** `undefined`: could not be read, or is no CS2 item. */
  reading: Reading | undefined;
  /** Shows an item of another game: neither seen nor unread. */
  isOtherGame: boolean;
  host: Host | undefined;
  /** What stands there until the prices come. */
  wait: Host | undefined;
}

/** By element; a node that is none is asked for as well, for to tell them apart first costs more. */
export type Cards = Map<Node, Card>;

/** More cards than any page shows; a page with more is out to keep us busy, and the rest of them stay bare. */
const mostCards = 20_000;

/** What a look at the whole page changed. */
export interface Sighting {
  readonly came: readonly Card[];
  readonly went: readonly Card[];
}

/** Brings `cards` in line with the page: finds those that came, lets go of those that went or changed their kind. */
export function sightCards(site: Site, document: Document, cards: Cards): Sighting {
  const pages = kindsAt(site, document.location.pathname);
  const found = new Map<Element, Page>();
  for (const page of pages)
    for (const element of document.querySelectorAll(page.card))
      if (found.size < mostCards && !found.has(element)) found.set(element, page);
  const went = [...cards.values()].filter(({ element, page }) => found.get(element) !== page);
  for (const { element } of went) cards.delete(element);
  const fresh = [...found].filter(([element]) => !cards.has(element));
  const came = fresh.map(
    ([element, page]): Card => ({
      ...{ element, page, reading: undefined, isOtherGame: false },
      ...{ host: undefined, wait: undefined },
    }),
  );
  for (const card of came) cards.set(card.element, card);
  return { came, went };
}

/** Takes away copies of our host that the page made by cloning a card; they would show what nobody updates. */
export function removeCopies(document: Document): void {
  for (const element of document.querySelectorAll(`${hostName}, ${waitName}`)) if (!isOurs(element)) element.remove();
}

/** Takes an overlay that the page put into another card, or into none, out at once: it shows another item's prices. */
export function takeStraysOut({ addedNodes }: MutationRecord, cards: Cards): void {
  for (const node of addedNodes) {
    const host = hostOf(node);
    if (!host) continue;
    const card = node.isConnected ? cardOf(node, cards) : undefined;
    if (card?.host !== host && card?.wait !== host) host.element.remove();
  }
}

/** The card that a node is part of. */
export function cardOf(node: Node, cards: Cards): Card | undefined {
  for (let at: Node | null = node; at; at = at.parentNode) {
    const card = cards.get(at);
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

/** An adapter that throws has not read its card, and harms nobody else. */
function readSafely({ element, page }: Card, rows: Rows): CardReading {
  try {
    return page.read(element, rows);
  } catch {
    return undefined;
  }
}

/** Whether two readings are of the same item, so that the same prices belong to them. */
export const sameItem = (one: Reading | undefined, other: Reading | undefined): boolean =>
  one?.item === other?.item && one?.phase === other?.phase;

/** Fewer cards than this say nothing about a site's health. */
const fewest = 5;

/** Five cards or more and under half can be read: the site has changed, and what was read is not to be trusted. */
export function hasDrifted(cards: Cards): boolean {
  const seen = countSeen(cards);
  return seen >= fewest && countRead(cards) < seen / 2;
}

/** How many cards may be of CS2 items. */
export const countSeen = (cards: Cards): number => [...cards.values()].filter(({ isOtherGame }) => !isOtherGame).length;

/** How many cards could be read. */
export const countRead = (cards: Cards): number => [...cards.values()].filter(({ reading }) => reading).length;

/** A change that is nothing but our own nodes coming or going. */
export const isOwnDoing = ({ type, addedNodes, removedNodes }: MutationRecord): boolean =>
  type === 'childList' && areOurs(addedNodes) && areOurs(removedNodes);

function areOurs(nodes: NodeList): boolean {
  for (const node of nodes) if (!isOurs(node)) return false;
  return true;
}
