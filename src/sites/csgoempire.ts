import { readFinish, readWear } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { type PhasedName, splitPhase } from '#core/items/names.ts';
import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import { type CardReading, defineSite, defineTap, type Row, type Rows } from '#core/site.ts';
import { idInLinks, nameAt, storedCurrency, textAt } from '#sites/reading/elements.ts';
import { centsFromHundredths } from '#sites/reading/listed-price.ts';
import { attachedTo, joinedReading, namedBy, rowOfPage, rowsIn, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, listAt, objectAt } from '#sites/reading/values.ts';

/** Facts: src/sites/csgoempire.md. A link holds the id of a row of answers or the socket; own items show only pieces of a name. */

const api = String.raw`^https:\/\/(?:www\.)?csgoempire\.com\/api\/v2\/trading\/`;
const items = new RegExp(`${api}items/?(?:\\?|$)`);
const itemPage = new RegExp(`${api}item/\\d+/?(?:\\?|$)`);
const owned = new RegExp(`${api}user/inventory/?(?:\\?|$)`);

const socket = /^wss:\/\/(?:[a-z0-9-]+\.)*csgoempire\.com\//;

export const tap = defineTap({ urls: [items, itemPage, owned], sockets: [socket] });

/** `COIN` is not ISO 4217, so that `toMoney` does not take it. */
function coins(hundredths: unknown): Money | undefined {
  const cents = centsFromHundredths(hundredths);
  return cents ? { cents, currency: 'COIN' } : undefined;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Prices are hundredths of a coin. An auction has an end, and a highest bid once somebody has bid. One sign is enough. */
function rowFromItem(value: unknown): Row | undefined {
  const { id, market_name, market_value, auction_ends_at, auction_highest_bid, auction_number_of_bids, ...rest } =
    fieldsOf(value);
  const [key, named] = [idOf(id), namedBy(market_name)];
  if (!key || !named) return undefined;
  const isAuction = [auction_ends_at, auction_highest_bid].some(isSet) || Number(auction_number_of_bids) > 0;
  const price = isAuction ? (auction_highest_bid ?? market_value) : market_value;
  const { stickers, keychains, wear } = rest;
  const attached = attachedTo(named.item, { stickers, charms: keychains, wornOff: 1 });
  return { key, ...named, listing: coins(price), kind: isAuction ? 'bid' : 'ask', ...attached, ...worn(wear) };
}

function rowsFromItemPage(body: unknown): readonly Row[] {
  const item = objectAt(body, 'data', 'item');
  const similar = at(body, 'data', 'similar_listings') ?? at(body, 'similar_listings');
  return [...(Array.isArray(similar) ? similar : []), item].flatMap((each) => rowFromItem(each) ?? []);
}

/** The bid that a message tells of an auction, which names no item. */
const bidKey = (id: string): string => `bid ${id}`;

function rowFromBid(value: unknown): Row | undefined {
  const { id, auction_highest_bid } = fieldsOf(value);
  const [key, listing] = [idOf(id), coins(auction_highest_bid)];
  return key && listing ? { key: bidKey(key), listing } : undefined;
}

/** Whether an item is gone, which messages tell by its id. */
const goneKey = (id: string): string => `gone ${id}`;

function rowFromGone(value: unknown): Row | undefined {
  const id = idOf(value);
  return id === undefined ? undefined : { key: goneKey(id), sold: true };
}

/** An item that comes again is for sale again. */
function rowsFromNew(value: unknown): readonly Row[] {
  const row = rowFromItem(value);
  return row ? [row, { key: goneKey(row.key) }] : [];
}

const messages: Readonly<Record<string, (value: unknown) => readonly Row[] | Row | undefined>> = {
  new_item: rowsFromNew,
  updated_item: rowFromItem,
  auction_update: rowFromBid,
  deleted_item: rowFromGone,
};

/** Items of a message, new, changed or gone, and bids: a list, or one. Other messages have none. */
function rowsFromMessage(body: unknown): readonly Row[] {
  const [name, told] = listAt(body);
  const read = Object.entries(messages).find(([each]) => each === name)?.[1];
  return read ? [told].flat(1).flatMap((item) => read(item) ?? []) : [];
}

const ownKey = ({ item, phase }: PhasedName): string => `own ${item}\n${phase}`;

function rowFromOwnItem(value: unknown): Row | undefined {
  const named = namedBy(at(value, 'market_name'));
  return named && { key: ownKey(named), ...named };
}

/** The name of a card's pieces; a weapon needs a wear. Containers, kits and agents have their whole name in one piece. */
function builtName(card: Element): PhasedName | undefined {
  const type = nameAt(card, '[data-testid="item-card-item-type"]');
  const name = nameAt(card, '[data-testid="item-card-item-name"]');
  const quality = textAt(card, '[data-testid="item-card-quality"]').split('|', 1)[0]?.trim() ?? '';
  if (!name || (!type && quality)) return undefined;
  if (!type) return { item: name };
  if (type === 'Sticker')
    return quality && !readFinish(quality) ? undefined : built({ type, base: name, finish: quality });
  const isVanilla = type.startsWith('★') && name === 'Vanilla' && !quality;
  return readWear(quality) || isVanilla ? built({ base: `${type} | ${name}`, wear: quality }) : undefined;
}

function built(pieces: Parameters<typeof buildName>[0]): PhasedName | undefined {
  const name = buildName(pieces);
  return name === undefined ? undefined : splitPhase(name);
}

/** The price that the page tells and prints, where it shows coins: a socket may have told another that no answer has. */
function confirmedPrice(told: readonly (Money | undefined)[], shown: Element): Told {
  const value = '[data-testid="currency-value"]';
  const print = textAt(shown, `${value} span:last-child`) || textAt(shown, value);
  const printed = parsePrinted(print.trim(), { decimal: '.', currency: 'COIN' });
  const showsCoins = storedCurrency(shown.ownerDocument, 'currency') === undefined;
  if (!showsCoins || !printed) return {};
  const listing = told.find((price) => price && sameAmount(price, printed));
  return { listing: listing ?? told[0], printed: [printed] };
}

/** A card of what nobody can take now. */
const disabled = '.item-card__disabled, :has(.item-card__disabled)';

/** Which of two bids is the later is told by the page alone. */
const readingOf = (row: Row | undefined, shown: Element, rows: Rows): CardReading =>
  joinedReading(row, ({ key, listing, kind }) => {
    const bid = rows.get(bidKey(key))?.listing;
    const sold = rows.get(goneKey(key))?.sold ?? (shown.matches(disabled) || undefined);
    return { ...confirmedPrice([listing, bid], shown), kind: bid ? 'bid' : kind, sold };
  });

const itemId = /\/(?:trading\/)?item\/(\d+)\/?$/;

function readCard(card: Element, rows: Rows): CardReading {
  const row = rows.get(idInLinks(card, itemId) ?? '');
  if (row) return readingOf(row, card, rows);
  const name = builtName(card);
  return name && { ...name, assembled: true };
}

/** A card of the user's own items; its price is the site's offer. The inventory's answer makes a built name certain. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const name = builtName(card);
  return name && { ...name, kind: 'none', assembled: rows.get(ownKey(name)) ? undefined : true };
}

const readItemPage = (page: Element, rows: Rows): CardReading => readingOf(rowOfPage(page, itemId, rows), page, rows);

/** One of two marks of a card, and not both of one card. */
const marked = '[data-testid="item-card-enabled"]';
const card = `${marked}, .item-card:not(${marked} *):not(:has(${marked}))`;
const mount = { append: '[data-testid="item-card-bottom-area"]' };

export default defineSite({
  id: 'csgoempire',
  name: 'CSGOEmpire',
  // Of the many other addresses of the site it is not known whose they are.
  matches: ['https://csgoempire.com/*', 'https://www.csgoempire.com/*'],
  optional: true,
  gambling: true,
  coins: true,
  attributes: ['href', 'data-testid'],
  pages: [
    { path: /^\/(?:trading\/)?item\/\d+\/?$/, card: '.item-page .main-item-info', read: readItemPage },
    { path: /^\/(?:withdraw|trading|shop|item)(?:\/|$)/, card, mount, read: readCard },
    { path: /^\/deposit\/steam(?:\/|$)/, kind: 'inventory', card, mount, read: readOwnItem },
  ],
  feeds: [
    { url: items, read: rowsIn(rowFromItem, 'data') },
    { url: itemPage, read: rowsFromItemPage },
    { url: owned, read: rowsIn(rowFromOwnItem, 'data') },
    { url: socket, read: rowsFromMessage },
  ],
});
