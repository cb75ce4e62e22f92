import { isPlausibleName, splitPhase } from '#core/items/names.ts';
import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  notAnItem,
  type PrintReader,
  type Row,
  type Rows,
} from '#core/site.ts';
import { attributeAt, isEmptyCard, textAt } from '#sites/reading/elements.ts';
import { besideCard, printIn, toMoney } from '#sites/reading/listed-price.ts';
import { liveField, objectsWithin, storeField } from '#sites/reading/live-field.ts';
import { attachedIn, attachedItem, joinedReading, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/lisskins.md. Cards show short names, so the framework's state joins them: answers of its queries, the cart. */

/** An item has a price and a skin with a name; an item's stickers have no price. */
const isItem = (value: object): boolean =>
  'final_withdrawal_price' in value && typeof at(value, 'skin', 'name') === 'string';

function priceOf(item: unknown): Money | undefined {
  const { price, currency } = fieldsOf(at(item, 'tag_manager_data'));
  const amount = typeof price === 'string' && /^\d{1,9}(?:\.\d{1,2})?$/.test(price) ? Number(price) : price;
  const isPrice = typeof amount === 'number' && amount >= 0.005 && amount < 1e9;
  return isPrice ? toMoney(Number(`${amount.toFixed(2)}e2`), currency) : undefined;
}

function attachment(value: unknown) {
  const { skin, is_charm } = fieldsOf(at(value, 'skin_sticker'));
  return attachedItem(at(skin, 'name'), is_charm === true || is_charm === 1 ? 'Charm' : 'Sticker');
}

/** The key of an offer on an item's page: the page's slug and the first digits of the wear value. */
function offerKey(page: string, wear: unknown): string | undefined {
  const slug = /([^/]+)\/?$/.exec(page)?.[1];
  const [digits] = /(?<![\d.])0\.\d{8}/.exec(String(wear)) ?? [];
  return slug && digits && `${slug} ${digits}`;
}

function rowsFromItem(item: unknown): readonly Row[] {
  const { id, item_float, stickers } = fieldsOf(item);
  const told = { ...attachedIn(stickers, attachment), ...worn(item_float) };
  const row = { item: textOf(at(item, 'skin', 'name')), listing: priceOf(item), ...told };
  const offer = offerKey(textOf(at(item, 'skin', 'url')) ?? '', item_float);
  return [idOf(id), offer].flatMap((key) => (key ? [{ key, ...row }] : []));
}

/** Cards of the cart have no id; a short name that two items of the cart share identifies neither. */
function rowsFromCart(items: readonly unknown[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const short = textOf(at(item, 'skin', 'name_short'));
    const [row] = rowsFromItem(item);
    if (!short || !row) continue;
    const key = `cart ${short}`;
    rows.set(key, rows.has(key) ? { key } : { ...row, key });
  }
  return [...rows.values()];
}

/** Queries about items on sale; the price of the user's own items is no asking price. */
const saleQuery = /^(?:skins?|obtained-skins)/;

function call(object: unknown, method: string): unknown {
  const found = liveField(object, method);
  return typeof found === 'function' ? Reflect.apply(found, object, []) : undefined;
}

function queriedItems(app: unknown): readonly unknown[] {
  const client = liveField(app, '_context', 'provides', 'VUE_QUERY_CLIENT');
  const queries: unknown = call(call(client, 'getQueryCache'), 'getAll');
  const all: readonly unknown[] = Array.isArray(queries) ? queries : [];
  const onSale = all.filter((query) => saleQuery.test(String(liveField(query, 'queryKey', '0'))));
  return onSale.flatMap((query) => objectsWithin(liveField(query, 'state', 'data'), isItem));
}

export const tap = defineTap({
  state: ({ document }) => {
    const root = document.querySelector('#__nuxt');
    if (liveField(root, '_vnode', 'component', 'isMounted') === false) return [];
    const cart = objectsWithin(storeField(document, 'cart', 'cartItems'), isItem);
    return [...queriedItems(liveField(root, '__vue_app__')).flatMap(rowsFromItem), ...rowsFromCart(cart)];
  },
});

function readingOf(row: Row | undefined, card: Element, price: string): CardReading {
  if (!row?.item || !isPlausibleName(row.item)) return undefined;
  return joinedReading({ ...row, ...splitPhase(row.item) }, ({ listing }) => besideCard(listing, card, price));
}

const places = {
  card: '.skin-card__price-wrapper',
  offer: '.offers-table__price',
  cart: '.skin-item__price',
};

const readListing = (card: Element, read: PrintReader) => read(card, Object.values(places).join(), printIn());

const readCard = (card: Element, rows: Rows): CardReading =>
  readingOf(rows.get(card.id), card, places.card) ?? (isEmptyCard(card) ? notAnItem : undefined);

function readOffer(offer: Element, rows: Rows): CardReading {
  const key = offerKey(offer.ownerDocument.location.pathname, textAt(offer, '.offers-table__float'));
  return readingOf(rows.get(key ?? ''), offer, places.offer);
}

/** A card of the cart must show the name and the price of an item in the cart. */
function readCartCard(card: Element, rows: Rows): CardReading {
  const row = rows.get(`cart ${attributeAt(card, '.skin-item__image img', 'alt')}`);
  const currency = row?.listing?.currency;
  const printed = parsePrinted(textAt(card, places.cart).trim(), { currency });
  return printed && row?.listing && sameAmount(printed, row.listing) ? readingOf(row, card, places.cart) : undefined;
}

/** The market in any language; its cart opens over any page. */
const market = /^(?:\/[a-z]{2})?\/market\/(?:csgo|cs2)(?:\/|$)/;

export default defineSite({
  id: 'lisskins',
  name: 'LIS-SKINS',
  matches: ['https://lis-skins.com/*'],
  attributes: ['id', 'alt'],
  pages: [
    {
      path: market,
      card: 'article:is([id], .skin-card.market-card__container)',
      mount: { after: '.skin-card__footer' },
      read: readCard,
      readListing,
    },
    { path: market, card: '.offers-table .ui-row', mount: { append: places.offer }, read: readOffer, readListing },
    {
      path: /^\/(?:[a-z]{2}\/)?(?:cart|market\/(?:csgo|cs2))(?:\/|$)/,
      card: '.skin-item:has(.skin-item__image)',
      read: readCartCard,
      readListing,
    },
  ],
});
