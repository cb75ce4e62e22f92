import { isListDisputed } from '#core/prices/listing-dispute.ts';
import { readsSameItem } from '#core/prices/merge-rows.ts';
import { isOff, noticesAt, type SiteNotice } from '#core/settings/notices.ts';
import type { CardReading, notAnItem, otherGame, Reading } from '#core/site.ts';
import { type CardKind, type CardSource, type KnownRows, readSafely } from '#page/cards/card-source.ts';
import { hostName, isOwn, type OverlayHost, placeholderName } from '#page/cards/overlay-host.ts';
import { type QuoteCache, quoteKey } from '#page/quotes/quote-loader.ts';

export interface Card {
  readonly element: Element;
  readonly kind: CardKind;
  /** A card of another game, or of no item, counts neither as seen nor as unread. */
  state: 'item' | typeof otherGame | typeof notAnItem | 'unread';
  /** Of the state `item` alone. */
  reading?: Reading | undefined;
  host?: OverlayHost | undefined;
  /** The drawn listing as the worker hears it, in JSON. */
  told?: string | false | undefined;
  /** The placeholder until the prices come. */
  placeholder?: OverlayHost | undefined;
}

/** Cards by element. The key type is `Node`, so that any node can be looked up without a test whether it is an element. */
export type Cards = Map<Node, Card>;

/** In the page's order. A card that now belongs to another kind is removed and added again. */
export function scanCards({ find }: CardSource, cards: Cards) {
  const found = find();
  const known = new Map(cards);
  const removed = [...cards.values()].filter(({ element, kind }) => found.get(element) !== kind);
  const added: Card[] = [];
  cards.clear();
  for (const [element, kind] of found) {
    const before = known.get(element);
    const card: Card = before?.kind === kind ? before : { element, kind, state: 'unread' };
    if (card !== before) added.push(card);
    cards.set(element, card);
  }
  return { added, removed };
}

/** The cards in the page's order, before all those that the user sees. */
export function inSightFirst(cards: Cards): Iterable<Card> {
  const isSeen = ({ element }: Card) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < element.ownerDocument.documentElement.clientHeight;
  };
  const all = [...cards.values()];
  return new Set([...all.filter(isSeen), ...all]);
}

/** Removes the copies of a host that the page made by cloning a card: nothing would update them. */
export function removeClonedHosts(document: Document): void {
  for (const element of document.querySelectorAll(`${hostName}, ${placeholderName}`))
    if (!isOwn(element)) element.remove();
}

export function cardOf(node: Node, cards: Cards): Card | undefined {
  for (let ancestor: Node | null = node; ancestor; ancestor = ancestor.parentNode) {
    const card = cards.get(ancestor);
    if (card) return card;
  }
  return undefined;
}

/** The cards that a mutation may change: the one around it, or those within a link whose address may be their item's. */
export function changedBy({ target, attributeName }: MutationRecord, cards: Cards): readonly Card[] {
  const card = cardOf(target, cards);
  if (card) return [card];
  return attributeName === 'href' ? [...cards.values()].filter(({ element }) => target.contains(element)) : [];
}

/** Reads a card again. `same`: its overlay may stay as it is. */
export function readCard(card: Card, rows: KnownRows): 'same' | 'changed' | 'other item' {
  const { reading } = card;
  const before = JSON.stringify([card.state, card.reading]);
  const read = withoutTranslated(readSafely(card.kind, card.element, rows), card.element, rows);
  card.reading = typeof read === 'string' ? undefined : read;
  card.state = typeof read === 'string' ? read : read ? 'item' : 'unread';
  if (JSON.stringify([card.state, card.reading]) === before && isMounted(card)) return 'same';
  return readsSameItem(reading, card.reading) || showsConfirmed(card) ? 'changed' : 'other item';
}

/** In a translated card words and the signs of a number say nothing: its listing counts where a row has the same. */
const withoutTranslated = (read: CardReading, card: Element, rows: KnownRows): CardReading =>
  typeof read === 'object' && isTranslated(card) && read.listing && !rows.lists(read)
    ? { ...read, listing: undefined }
    : read;

const firstLanguages = new WeakMap<Document, string>();

/** Whether the browser has translated the page in place. Chrome marks the page and its texts, others change the language. */
function isTranslated(card: Element): boolean {
  const { ownerDocument: document } = card;
  const { lang, classList } = document.documentElement;
  if (!firstLanguages.has(document)) firstLanguages.set(document, lang);
  const isMarked = classList.contains('translated-ltr') || classList.contains('translated-rtl');
  return isMarked || lang !== firstLanguages.get(document) || card.querySelector('font') !== null;
}

const isMounted = ({ element, host }: Card): boolean =>
  host !== undefined && !host.isAtEnd && element.contains(host.element);

/** The same reading, of a name that was assembled: it may stay until the prices of the certain name come. */
function showsConfirmed({ host, reading }: Card): boolean {
  const shown = host?.rendered?.reading;
  if (!shown || !reading || reading.assembled) return false;
  return JSON.stringify({ ...shown, assembled: undefined }) === JSON.stringify(reading);
}

/** Least number of cards that can show that the site has changed. */
const minCards = 5;

/** With five cards or more, of which under half can be read, the site has changed and no reading is trusted. */
export function hasDrifted(cards: Cards): boolean {
  const seen = countSeen(cards);
  return seen >= minCards && countRead(cards) < seen / 2;
}

/** `empty`: the page should have cards and has none. `unreadable`: none or too few of them can be read. */
export type Readability = 'fine' | 'empty' | 'unreadable';

export function readabilityOf({ expectsCards }: CardSource, cards: Cards): Readability {
  if (cards.size === 0) return expectsCards() ? 'empty' : 'fine';
  // An adapter may take a page of items for one of another game.
  return countRead(cards) === 0 || hasDrifted(cards) ? 'unreadable' : 'fine';
}

/** What the cards say together. `currency`: of all prices; `undefined` where there are none, or several currencies. */
export function pageStateOf(
  cards: Cards,
  { mayDrift }: Pick<CardSource, 'mayDrift'>,
  cache?: QuoteCache,
  notices?: readonly SiteNotice[],
  path?: string,
) {
  const readings = [...cards.values()].flatMap(({ reading }) => reading ?? []);
  const amounts = readings.flatMap(({ listing, printed = [] }) => [...(listing ? [listing] : []), ...printed]);
  const [currency, ...others] = new Set(amounts.map((amount) => amount.currency));
  const quoted = readings.map((reading) => ({ reading, quote: cache?.quotes.get(quoteKey(reading)) }));
  const noticed = noticesAt(notices, path);
  const sold = new Set(readings.flatMap(({ own, item }) => (own ? item : [])));
  return {
    /** All that the page lists of items that the user sells there. */
    rivals: readings.filter(({ item }) => sold.has(item)),
    notices: noticed,
    drifted: isOff(noticed, 'site', mayDrift ? 'adapter' : undefined) || (mayDrift && hasDrifted(cards)),
    currency: others.length > 0 ? undefined : currency,
    disputed: isListDisputed(quoted, cache?.rates ?? null),
  };
}

export type PageState = ReturnType<typeof pageStateOf>;

const countOf = (cards: Cards, ...states: readonly Card['state'][]): number =>
  [...cards.values()].filter(({ state }) => states.includes(state)).length;

/** How many cards may show CS2 items. */
export const countSeen = (cards: Cards): number => countOf(cards, 'item', 'unread');

export const countRead = (cards: Cards): number => countOf(cards, 'item');

export const dealsIn = (cards: Cards): number =>
  [...cards.values()].filter(({ host }) => host?.rendered?.model.deal).length;
