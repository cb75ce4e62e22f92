import { parseJson } from '#core/asks/parse-json.ts';
import { readWear } from '#core/items/item-kinds.ts';
import { parsePrinted, sameAmount } from '#core/money/money.ts';
import { besidePrints, type Told } from '#core/prices/listing-dispute.ts';
import { type CardReading, defineSite, defineTap, type ListingReading, type Row, type Rows } from '#core/site.ts';
import { leavesOf } from '#sites/reading/elements.ts';
import { centsFromMajor, printedAmounts, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { attachedTo, joinedReading, namedBy, rowsIn, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, isOtherApp, listAt, objectAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/csmoney.md. A row's id is an attribute. Sources contradict each other about its currency: the print is read. */

const host = String.raw`^https:\/\/(?:[a-z0-9-]+\.)*cs\.money\/(?:[a-z0-9.-]+\/)*`;
const orders = new RegExp(`${host}[12]\\.0/market/sell-orders/?(?:\\?|$)`);
const owned = new RegExp(`${host}[12]\\.0/market/user-inventory/?(?:\\?|$)`);
const one = new RegExp(`${host}[12]\\.0/market/(?:sell-orders|user-inventory)/\\d+/?(?:\\?|$)`);
const traded = new RegExp(`${host}load_(?:user|bots)_inventory/730/?(?:\\?|$)`);

export const tap = defineTap({ urls: [orders, owned, one, traded] });

const nameOf = (value: unknown): string =>
  textOf(at(value, 'asset', 'names', 'full')) ?? textOf(at(value, 'fullName')) ?? '';

function rowFromItem(value: unknown): Row | undefined {
  const { id, appId, phase, stickers, keychains, asset, float, hasTradeLock } = fieldsOf(value);
  const [key, named] = [idOf(id), namedBy(nameOf(value), phase)];
  if (key && isOtherApp(appId)) return { key, otherGame: true };
  if (!key || !named) return undefined;
  const attached = attachedTo(named.item, { stickers, charms: keychains, wornOff: 100 });
  return {
    key,
    ...named,
    ...attached,
    ...worn(at(asset, 'float') ?? float),
    locked: hasTradeLock === true || undefined,
  };
}

const rowsFromItems = (items: readonly unknown[]): readonly Row[] => items.flatMap((item) => rowFromItem(item) ?? []);

const pictureOf = (address: string): string => address.replace(/^.*\/plain\//, '');

/** A picture is shared by the wears of an item, and by its StatTrak and souvenir versions. */
const ownKey = (picture: string, quality: string): string => `own ${pictureOf(picture)} ${quality}`;

/** A row for the id and each picture of an own item; the quality is as on a card: "FN", "ST / FN", "SV / FN" or nothing. */
function rowsFromOwnItem(value: unknown): readonly Row[] {
  const row = rowFromItem(value);
  if (!row?.item) return row ? [row] : [];
  const { quality, img, steamImg, asset } = fieldsOf(value);
  const name = nameOf(value);
  const mark = name.includes('StatTrak™') ? 'ST' : name.startsWith('Souvenir ') ? 'SV' : '';
  const wear = textOf(quality) ?? textOf(at(asset, 'quality')) ?? '';
  const shown = [mark, wear.toUpperCase()].filter(Boolean).join(' / ');
  const addresses = [img, steamImg, ...Object.values(fieldsOf(at(asset, 'images')))];
  const pictures = new Set(addresses.flatMap((picture) => textOf(picture) ?? []));
  const { item, phase } = row;
  return [row, ...[...pictures].map((picture): Row => ({ key: ownKey(picture, shown), shared: true, item, phase }))];
}

/** The rows in the document; their text is parsed again only when the page has replaced it. */
let parsed: { readonly text: string; readonly rows: ReadonlyMap<string, Row> } = { text: '', rows: new Map() };

const firstRows = memoizeUntilMicrotask((document: Document): ReadonlyMap<string, Row> => {
  const text = document.querySelector('script#__page-params')?.textContent ?? '';
  if (text !== parsed.text) parsed = { text, rows: new Map(readFirstRows(text).map((row) => [row.key, row])) };
  return parsed.rows;
});

/** The list of the market, and both lists of the trade page. */
function readFirstRows(text: string): readonly Row[] {
  // Pages may have no list, and a document may still be parsed.
  const params = parseJson(text);
  const lists = ['inventory', 'botsInventory', 'userInventory'].map((name) => at(params, name, 'items'));
  return lists.flatMap((list) => (Array.isArray(list) ? rowsFromItems(list) : []));
}

/** The currency that the page stores for the user; without one it shows US dollars. */
const shownCurrency = memoizeUntilMicrotask(
  ({ cookie }: Document): string => /(?:^|; )user_currency=([A-Z]{3})(?:;|$)/.exec(cookie)?.[1] ?? 'USD',
);

/** The attribute counts dollars, or by one source the shown currency. Of several prints it tells which is the price. */
function priceOf(card: Element): Told {
  const currency = shownCurrency(card.ownerDocument);
  const stated = centsFromMajor(card.getAttribute('data-card-price') ?? undefined);
  const box = '[class*="Price-module_container__"]';
  // Where the box of the price has another name, the attribute's amount may stand anywhere.
  const place = currency === 'USD' && !card.querySelector(box) ? '*' : box;
  const alone = printedListing(card, box, (text) => parsePrinted(text, { currency }))?.listing;
  const prints = [...printedAmounts(card, place, { currency }), ...(card.querySelector(box) || !alone ? [] : [alone])];
  if (prints.length === 0) return {};
  const cents = single(prints.map((print) => print.cents));
  const dollars = toMoney(stated, 'USD');
  if (currency === 'USD' || cents === undefined) return besidePrints(dollars, prints);
  return besidePrints({ cents, currency }, dollars && !sameAmount({ cents }, dollars) ? [dollars] : []);
}

/** Only a print that the card's attribute confirms. */
function readListing(card: Element): ListingReading | undefined {
  const { listing, printed } = priceOf(card);
  return printed ? undefined : { listing };
}

function rowOf(card: Element, rows: Rows): Row | undefined {
  const id = card.getAttribute('data-card-item-id') ?? '';
  return rows.get(id) ?? firstRows(card.ownerDocument).get(id);
}

const readCard = (card: Element, rows: Rows): CardReading => joinedReading(rowOf(card, rows), () => priceOf(card));

/** Wear, StatTrak and souvenir as a card abbreviates them; "" without any, `undefined` for two. */
function qualityOf(card: Element): string | undefined {
  const texts = leavesOf(card).map(({ textContent }) => textContent.trim().replace(/\s+/g, ' '));
  const shown = texts.filter((text) => /^(?:(?:ST|SV) \/ )?[A-Z]{2}$/.test(text) && readWear(text.slice(-2)));
  return shown.length === 0 ? '' : single(shown);
}

/** A card without a listing's price: the site's offer for an own item, or an item's value for trading. */
const readUnpriced = (card: Element, rows: Rows): CardReading =>
  joinedReading(rowOf(card, rows) ?? rowOfPicture(card, rows), () => ({ kind: 'none' }));

function rowOfPicture(card: Element, rows: Rows): Row | undefined {
  const picture = single([...card.querySelectorAll('img[src*="/plain/"]')].map((image) => image.getAttribute('src')));
  const quality = qualityOf(card);
  return picture && quality !== undefined ? rows.get(ownKey(picture, quality)) : undefined;
}

const card = '[data-card-item-id]';

export default defineSite({
  id: 'csmoney',
  name: 'CS.MONEY',
  matches: ['https://cs.money/*'],
  optional: true,
  attributes: ['data-card-item-id', 'data-card-price', 'src'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?market\/buy(?:\/|$)/,
      card,
      mount: { after: 'div:has(> [class*="Price-module_container__"])' },
      read: readCard,
      readListing,
    },
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?market\/(?:instant-)?sell(?:\/|$)/,
      kind: 'inventory',
      identity: 'data-card-item-id',
      card,
      read: readUnpriced,
    },
    { path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?csgo\/trade(?:\/|$)/, card, read: readUnpriced },
  ],
  feeds: [
    { url: orders, read: (body) => rowsFromItems(listAt(body, 'items')) },
    { url: owned, read: rowsIn(rowsFromOwnItem, 'items') },
    { url: one, read: (body) => rowsFromItems([objectAt(body, 'item')]) },
    { url: traded, read: (body) => rowsFromItems(listAt(body, 'items')) },
  ],
});
