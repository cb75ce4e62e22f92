import { type Money, parsePrinted } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, type PrintReader, type Row, type Rows } from '#core/site.ts';
import { idInLinks, storedJson } from '#sites/reading/elements.ts';
import { besideCard, centsFromMajor, toMoney } from '#sites/reading/listed-price.ts';
import { attachedTo, joinedReading, namedBy, rowOfPage, rowsIn, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, objectAt, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/skinbid.md. A link holds an auction's hash. Answers state the asked currency and euros: the euros are read. */

const api = String.raw`^https:\/\/api\.skinbid\.com\/api\/`;
const lists = new RegExp(`${api}(?:search/(?:auctions|similar)|auction/shop(?![^?]*/data)[^?]*)/?(?:\\?|$)`);
const one = new RegExp(`${api}auction/(?!shop\\b|itemInventoryStatus\\b)[^/?]+/?(?:\\?|$)`);

export const tap = defineTap({ urls: [lists, one] });

const euros = (value: unknown): Money | undefined => toMoney(centsFromMajor(value), 'EUR');

/** An offer at a fixed price, or an auction with its highest bid, or with its start before the first bid. */
function priceOf(value: unknown): Pick<Row, 'listing' | 'kind'> {
  const { sellType, buyNowPriceEur, startBidEur } = fieldsOf(at(value, 'auction'));
  if (sellType === 'FIXED_PRICE') return { listing: euros(buyNowPriceEur), kind: 'ask' };
  return { listing: euros(at(value, 'currentHighestBidEur')) ?? euros(startBidEur), kind: 'bid' };
}

/** A sale of several items has no price of one item. */
function rowFromSale(value: unknown): Row | undefined {
  const key = textOf(at(value, 'auction', 'auctionHash'));
  const items = at(value, 'items');
  if (!key || !Array.isArray(items) || items.length !== 1) return undefined;
  const { fullName, dopplerPhase, stickers, float } = fieldsOf(at(items[0], 'item'));
  const named = namedBy(fullName, dopplerPhase);
  return named && { key, ...named, ...priceOf(value), ...attachedTo(named.item, { stickers }), ...worn(float) };
}

function rowsFromOne(body: unknown): readonly Row[] {
  objectAt(body, 'auction');
  return [rowFromSale(body)].flatMap((row) => row ?? []);
}

const hashIn = /\/(?:market|auctions)\/([^/]+)(?:\/[^/]*)?\/?$/;

const readCard = (card: Element, rows: Rows): CardReading =>
  joinedReading(rows.get(idInLinks(card, hashIn) ?? ''), ({ listing }) => besideCard(listing, card, places.card));

/** The words of an auction, whose price is a bid, and its remaining time. */
const auction = /\bbids?\b|\bauction|\d+ ?[hms]\b/i;

/** The print in the stored currency, or by a sign that only one currency has. */
const readListing = (card: Element, read: PrintReader) => {
  const currency = textOf(at(storedJson(card.ownerDocument, 'settings'), 'currency'));
  const parse = (text: string) => parsePrinted(text, { currency });
  const isAuction = auction.test(card.textContent) || card.querySelector('.bid-price');
  return isAuction ? undefined : read(card, Object.values(places).join(), parse);
};

const places = { card: '.item-price .price', page: '.item-bids-time-info .value' };

const readItemPage = (page: Element, rows: Rows): CardReading =>
  joinedReading(rowOfPage(page, hashIn, rows), ({ listing }) => besideCard(listing, page, places.page));

export default defineSite({
  id: 'skinbid',
  name: 'SkinBid',
  matches: ['https://skinbid.com/*', 'https://www.skinbid.com/*'],
  optional: true,
  attributes: ['href'],
  pages: [
    { path: /^\/(?:market|auctions)\/[^/]+/, card: ':has(> .image-section)', read: readItemPage, readListing },
    {
      path: /^\/(?:(?:market|listings|auctions|shop)(?:\/|$)|$)/,
      card: 'app-market-card, app-item-card:not(app-market-card *)',
      mount: { after: '.item-price' },
      read: readCard,
      readListing,
    },
  ],
  feeds: [
    { url: lists, read: rowsIn(rowFromSale, 'items') },
    { url: one, read: rowsFromOne },
  ],
});
