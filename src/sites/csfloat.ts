import { isPlausibleName, normaliseName } from '#core/items/names.ts';
import { currenciesOf, type Money, parsePrinted } from '#core/money/money.ts';
import { besidePrints } from '#core/prices/listing-dispute.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  type ListingReading,
  notAnItem,
  type Row,
  type Rows,
} from '#core/site.ts';
import { nameFromLines } from '#sites/csfloat/name-from-lines.ts';
import { directText, isEmptyCard, leavesOf, textAt } from '#sites/reading/elements.ts';
import { centsFromHundredths, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { attachedTo, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, listAt, single, soldUnless, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/csfloat.md. A card's two lines make the usual spelling of a name; the page's answers tell the exact one. */

const listings =
  /^https:\/\/csfloat\.com\/api\/v1\/(?:listings(?:\/(?:recommended|unique-items|\d+(?:\/similar)?))?|users\/\d+\/stall|me\/(?:listings|watchlist|inventory))\/?(?:\?|$)/;

export const tap = defineTap({ urls: [listings] });

const nameKey = (name: string): string => `name ${normaliseName(name)}`;

/** Eight decimals of a wear value, of the twelve or more that cards and answers have. */
const wearValue = /^\d\.\d{8}(?=\d{2})/;

const pricedKey = (name: string, { cents, currency }: Money): string => `${nameKey(name)} ${currency} ${cents}`;

/** A card has no id: an item's name and wear value find the listing, which tells what is attached. */
const wornKey = (name: string, value: string | undefined): string => `${nameKey(name)} ${value}`;

/** "Sticker | Move It (Foil)" and "Sticker | Move It(Foil)" have one usual spelling. */
function rowsFromListing(value: unknown): readonly Row[] {
  // An inventory lists items, all others listings.
  const { market_hash_name, float_value, stickers, keychains } = fieldsOf(at(value, 'item') ?? value);
  const item = textOf(market_hash_name) ?? '';
  if (!isPlausibleName(item)) return [];
  const named = { key: nameKey(item), shared: true, item } as const;
  const listing = toMoney(centsFromHundredths(at(value, 'price')), 'USD');
  const kind = kindOf(at(value, 'type'));
  const sold = soldUnless(at(value, 'state'), 'listed');
  const own = at(value, 'is_seller') === true || undefined;
  const priced = listing && kind ? [{ ...named, key: pricedKey(item, listing), listing, kind } as const] : [];
  const [digits] = (typeof float_value === 'number' ? float_value.toFixed(12) : '').match(wearValue) ?? [];
  if (!digits) return [{ ...named, own }, ...priced.map((row) => ({ ...row, sold, own }))];
  const charms = Array.isArray(keychains) ? keychains.map(withoutDoubt) : undefined;
  const attached = attachedTo(item, { stickers, charms, wornOff: 1 });
  const offersFrom = toMoney(centsFromHundredths(at(value, 'min_offer_price')), 'USD');
  const facts = { offersFrom, since: Date.parse(String(at(value, 'created_at'))) };
  const asked = kind === 'ask' && { listing, facts };
  return [named, ...priced, { ...named, key: wornKey(item, digits), ...attached, sold, own, ...asked }];
}

/** A type that is not known may be an auction of another name. */
function kindOf(type: unknown): 'bid' | 'ask' | undefined {
  if (type === 'auction') return 'bid';
  return type === undefined || type === 'buy_now' ? 'ask' : undefined;
}

/** A charm of a highlight and one that holds a sticker are other items than the charm of their name. */
function withoutDoubt(charm: unknown): unknown {
  const { name, highlight_reel, wrapped_sticker } = fieldsOf(charm);
  const isDoubtful = Boolean(wrapped_sticker) || (Boolean(highlight_reel) && !/^Souvenir Charm \| /.test(String(name)));
  return isDoubtful ? {} : charm;
}

/** From the header's menu; no other menu has one. A bare `$` is the US dollar: other dollars are printed with their country. */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  const menus = [...document.getElementsByTagName('mat-select-trigger')];
  return single(menus.flatMap((menu) => currenciesOf(menu.textContent.trim(), { $: 'USD' })));
});

const isAngular = (element: Element): boolean =>
  element.getAttributeNames().some((name) => /^_ng(?:content|host)-/.test(name));

const elementsOf = (card: Element): readonly Element[] => [card, ...card.querySelectorAll('*')];

/** Angular marks its own: what has no mark in a marked card is another extension's, such as "Bid $5 | Ask $6". */
function ownIn(card: Element): (element: Element) => boolean {
  const isMarked = elementsOf(card).some(isAngular);
  return (element) => !isMarked || isAngular(element);
}

const pricePlace = '.price-row .price';

const printIn = (currency: string | undefined) => (text: string) => parsePrinted(text, { decimal: '.', currency });

/** The price stands in the element itself; what another extension puts into it is a part of it. */
function readListing(card: Element): ListingReading | undefined {
  const isOwn = ownIn(card);
  const isBid =
    /bid/i.test(card.textContent) && elementsOf(card).some((each) => isOwn(each) && bids.test(directText(each)));
  const parse = printIn(shownCurrency(card.ownerDocument));
  const place = [...card.querySelectorAll(pricePlace)].find(isOwn);
  const listing = place
    ? (parse(directText(place)) ?? parse(place.textContent))
    : printedListing(card, pricePlace, parse)?.listing;
  return { listing, kind: isBid ? 'bid' : 'ask' };
}

/** The one amount of the card at which an answer lists the item. */
function listedPrice(card: Element, item: string, rows: Rows): Money | undefined {
  const [isOwn, parse] = [ownIn(card), printIn(shownCurrency(card.ownerDocument))];
  const listed = elementsOf(card).flatMap((each) => {
    const printed = isOwn(each) ? parse(directText(each)) : undefined;
    return (printed && rows.get(pricedKey(item, printed))?.listing) ?? [];
  });
  return single(listed.map(({ cents }) => cents)) === undefined ? undefined : listed[0];
}

/** "3 Bids", "Place bid"; not "forbids". */
const bids = /(?:Bids?|(?<![A-Za-z])(?:bids?|BIDS?))(?![a-z])/;

/** The two lines of a card's name: by their classes, or the only two texts. */
function linesOf(card: Element): readonly [string, string] {
  const name = card.querySelector('app-item-name');
  const texts = name ? leavesOf(name).flatMap(({ textContent }) => textContent.trim() || []) : [];
  if (!name || name.querySelector('.item-name') || texts.length !== 2)
    return [textAt(card, 'app-item-name .item-name'), textAt(card, 'app-item-name .subtext')];
  return [texts[0] ?? '', texts[1] ?? ''];
}

function readCard(card: Element, rows: Rows): CardReading {
  if (isEmptyCard(card)) return notAnItem;
  const named = nameFromLines(...linesOf(card));
  if (!named) return undefined;
  const known = rows.get(nameKey(named.item));
  const exact = known?.item;
  const wear = (textAt(card, 'item-float-bar .wear-value') || textAt(card, 'item-float-bar')).trim();
  const found = rows.get(wornKey(named.item, wear.match(wearValue)?.[0]));
  const { attached, sold, own, facts, listing: stated } = (found?.item === exact && found) || {};
  const printed = readListing(card);
  const listing = printed?.listing ?? listedPrice(card, named.item, rows);
  const told = listing && rows.get(pricedKey(named.item, listing));
  const kind = printed?.kind === 'bid' ? 'bid' : (told?.kind ?? 'ask');
  // Without a wear value it may be the user's own, or another at its price.
  const asked = (told ?? known)?.own ? undefined : listing;
  return {
    ...named,
    ...(exact ? { item: exact } : { assembled: true }),
    // What the page prints in another currency is converted. A bid goes on after the answer.
    ...(stated && listing && kind === 'ask' ? besidePrints(stated, [listing]) : { listing: asked }),
    kind,
    sold: sold ?? told?.sold,
    own,
    facts,
    attached,
    ...worn(wear),
  };
}

/** An own item, on the page where it can be sold: its price is a reference of CSFloat's. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const reading = readCard(card, rows);
  const unpriced = { listing: undefined, printed: undefined, disputed: undefined, kind: 'none' } as const;
  return typeof reading === 'object' ? { ...reading, ...unpriced } : reading;
}

function listingsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  return at(body, 'item') === undefined ? listAt(body, 'data') : [body];
}

export default defineSite({
  id: 'csfloat',
  name: 'CSFloat',
  matches: ['https://csfloat.com/*'],
  readingContext: 'mat-select-trigger',
  pages: [
    {
      // Home, search, a stall, watched listings, and an item with similar ones; /db and offers list nothing to buy.
      path: /^\/(?:(?:search|item|stall|(?:profile\/)?watchlist)(?:\/|$)|$)/,
      card: 'item-card',
      mount: { after: '.price-row' },
      read: readCard,
      readListing,
    },
    {
      // The item's own panel, where it is no card like the others.
      path: /^\/item\//,
      card: 'item-detail > mat-card:has(app-item-name):not(:has(item-card))',
      read: readCard,
      readListing,
    },
    {
      // Whether the page draws all items is not known.
      path: /^\/sell\/?$/,
      kind: 'inventory',
      recycles: true,
      card: 'item-card',
      read: readOwnItem,
    },
  ],
  feeds: [{ url: listings, read: (body) => listingsIn(body).flatMap(rowsFromListing) }],
});
