import { wearOf } from '#core/items/item-kinds.ts';
import { normaliseName, splitPhase } from '#core/items/names.ts';
import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  type ListingReading,
  otherGame,
  type PrintReader,
  type Row,
  type Rows,
} from '#core/site.ts';
import { attributeAt, idInLinks, textAt } from '#sites/reading/elements.ts';
import { besideCard, centsFromHundredths, printedAmounts, toMoney } from '#sites/reading/listed-price.ts';
import { attachedTo, joinedReading, namedBy, showsItem, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, listAt, objectAt, soldUnless } from '#sites/reading/values.ts';

/** Facts: src/sites/skinport.md. A card's texts are translated; its link ends in the id of a row of the page's answers. */

const api = String.raw`^https:\/\/(?:www\.)?skinport\.com\/api\/`;
const lists = new RegExp(`${api}(?:browse/730|inventory/followed)/?(?:\\?|$)`);
const listed = new RegExp(`${api}inventory/listed/?(?:\\?|$)`);
const account = new RegExp(`${api}inventory/account/?(?:\\?|$)`);
const itemPage = new RegExp(`${api}item/?(?:\\?|$)`);
const home = new RegExp(`${api}home/?(?:\\?|$)`);
const cart = new RegExp(`${api}cart/?(?:\\?|$)`);

export const tap = defineTap({ urls: [lists, listed, account, itemPage, home, cart] });

/** Currencies without hundredths; whether their prices still count hundredths is not known. */
const withoutCents = /^(?:CLP|ISK|JPY|KRW|VND)$/;

function priceOf(units: unknown, currency: unknown): Money | undefined {
  const listing = toMoney(centsFromHundredths(units), currency);
  return listing && !withoutCents.test(listing.currency) ? listing : undefined;
}

/** A row by the sale's id, and one by that and the class of the picture, which an item's own page shows. */
function rowsFromSale(value: unknown): readonly Row[] {
  const { saleId, classid, marketHashName, version, salePrice, currency, stickers, wear, saleStatus } = fieldsOf(value);
  const [key, pictured, named] = [idOf(saleId), idOf(classid), namedBy(marketHashName, version)];
  if (!key || !named) return [];
  const attached = attachedTo(named.item, { stickers, wornOff: 1 });
  const row = {
    ...named,
    listing: priceOf(salePrice, currency),
    ...attached,
    ...worn(wear),
    sold: soldUnless(saleStatus, 'listed'),
  };
  return [{ key, ...row }, ...(pictured ? [{ key: `${key} ${pictured}`, ...row }] : [])];
}

const rowsFromSales = (sales: readonly unknown[]): readonly Row[] => sales.flatMap(rowsFromSale);

const rowsWith =
  (told: Partial<Row>) =>
  (body: unknown): readonly Row[] =>
    rowsFromSales(listAt(body, 'items')).map((row) => ({ ...row, ...told }));

/** A list, or the list in an object's `items`. */
function salesIn(value: unknown): readonly unknown[] {
  const items = Array.isArray(value) ? value : at(value, 'items');
  return Array.isArray(items) ? items : [];
}

function rowsFromItemPage(body: unknown): readonly Row[] {
  const item = objectAt(body, 'data', 'item');
  const others = ['otherSales', 'similarItems', 'recentViewed'].flatMap((list) => salesIn(at(body, 'data', list)));
  return rowsFromSales([...others, item]);
}

/** A sign covers the picture of an item that nobody can buy now. */
const isSold = (card: Element): boolean => card.querySelector('.ItemPreview-status') !== null;

const places = { card: '.ItemPreview-priceValue .Tooltip-link', page: '.ItemPage-price .Tooltip-link' };

/** The print by a sign that only one currency has; the card also prints what Skinport suggests. */
function readListing(card: Element, read: PrintReader): ListingReading | undefined {
  if (isSold(card)) return { sold: true };
  // The user may have sold them, or bought them.
  const isOwn = /\/myitems\//.test(card.ownerDocument.location.pathname);
  return isOwn ? undefined : read(card, Object.values(places).join(), parsePrinted, /^Suggested price/);
}

/** Whether the picture names another item: a translated name, whose wear is translated too, contradicts by its mark alone. */
function isOtherwisePictured(shown: Element, item = ''): boolean {
  const name = splitPhase(attributeAt(shown, '.ItemImage-img, img[src*="/class/"]', 'alt')).item;
  if (name === '' || normaliseName(name) === normaliseName(item)) return false;
  return wearOf(name) !== undefined || name.includes('StatTrak') !== item.includes('StatTrak');
}

const readingOf = (row: Row | undefined, shown: Element, place: string): CardReading =>
  isOtherwisePictured(shown, row?.item)
    ? undefined
    : joinedReading(row, ({ listing, sold }) => ({
        ...besideCard(listing, shown, place, listing?.currency),
        sold: sold ?? (isSold(shown) || undefined),
      }));

/** The number of a card's game, which is a part of its class and of its picture's address. */
const gameOf = (card: Element): string | undefined =>
  /(?:^| )ItemPreview--id-(\d+)(?: |$)/.exec(card.className)?.[1] ??
  /\/class\/(\d+)\//.exec(attributeAt(card, 'img[src*="/class/"]', 'src'))?.[1];

const saleId = /\/(?:item|i)\/[^/]+\/(\d+)\/?$/;

function readCard(card: Element, rows: Rows): CardReading {
  if (gameOf(card) !== '730') return otherGame;
  return readingOf(rows.get(idInLinks(card, saleId) ?? ''), card, places.card);
}

function readOwnItem(card: Element, rows: Rows): CardReading {
  const reading = readCard(card, rows);
  if (typeof reading !== 'object') return reading;
  return reading.listing ? { ...reading, own: true } : { ...reading, own: undefined, kind: 'none' };
}

/**
 * An item's own page; its picture must be of the class of the sale in its address, or the page must show the row's item and
 * its price: after a change of route it still shows the last sale.
 */
function readItemPage(page: Element, rows: Rows): CardReading {
  const [, game, pictured] = /\/class\/(\d+)\/(\d+)\//.exec(attributeAt(page, '.ItemImage-img', 'src')) ?? [];
  if (game !== undefined && game !== '730') return otherGame;
  const sale = saleId.exec(page.ownerDocument.location.pathname)?.[1];
  const row = rows.get(`${sale} ${pictured}`) ?? rows.get(sale ?? '');
  return row && (row.key !== sale || showsSale(page, row)) ? readingOf(row, page, places.page) : undefined;
}

function showsSale(page: Element, { item, listing }: Row): boolean {
  const place = page.querySelector(places.page) ? places.page : '*';
  const isPrice = printedAmounts(page, place, { symbols: listing ? { $: listing.currency } : {} }).some(
    (print) => print.currency === listing?.currency && sameAmount(print, listing),
  );
  const parts = ['.ItemPage-title', '.ItemPage-name', '.ItemPage-text'].map((selector) => textAt(page, selector));
  const names = parts.join(' ').trim() || page.textContent;
  const isTwin = /StatTrak|Souvenir/.exec(names)?.[0] !== /StatTrak|Souvenir/.exec(item ?? '')?.[0];
  return isPrice && !isTwin && item !== undefined && showsItem(names, item);
}

const card = '[class*="ItemPreview--id-"]';
const mount = { after: ':has(> .ItemPreview-priceValue)' };

export default defineSite({
  id: 'skinport',
  name: 'Skinport',
  matches: ['https://skinport.com/*', 'https://www.skinport.com/*'],
  optional: true,
  attributes: ['alt', 'class', 'href', 'src'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}\/)?item\/[^/]+\/\d+\/?$/,
      card: '.ItemPage',
      mount: { after: '.ItemPage-suggested' },
      read: readItemPage,
      readListing,
    },
    {
      // Home, the market, an item with similar ones, a shop, the cart and its checkout. What the user follows is not owned,
      // and its address among the user's items is not known for certain.
      path: /^\/(?:[a-z]{2}\/)?(?:(?:market|item|i|shop|cart|checkout|myitems(?!\/(?:inventory|i|listed)(?:\/|$)))(?:\/|$)|$|[a-z]{2}$)/,
      card,
      mount,
      read: readCard,
      readListing,
    },
    {
      path: /^\/(?:[a-z]{2}\/)?myitems\/(?:inventory|i|listed)(?:\/|$)/,
      kind: 'inventory',
      card,
      // What is not on sale has no price.
      mount: { after: `${mount.after}, .ItemPreview-itemInfo:last-child` },
      read: readOwnItem,
    },
  ],
  feeds: [
    { url: lists, read: rowsWith({}) },
    { url: listed, read: rowsWith({ own: true }) },
    // What its owner has not put on sale has Skinport's own suggestion for a price.
    { url: account, read: rowsWith({ listing: undefined }) },
    { url: itemPage, read: rowsFromItemPage },
    { url: home, read: (body) => rowsFromSales(listAt(body, 'sales').flatMap(salesIn)) },
    { url: cart, read: (body) => rowsFromSales(listAt(body, 'result', 'cart')) },
  ],
});
