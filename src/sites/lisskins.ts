import { type Money, parsePrinted } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import { splitPhase } from '#core/phases.ts';
import { defineSite, defineTap, type Reading, type Row, type Rows } from '#core/site.ts';
import { at, fieldsOf, idOf, textOf } from '#sites/reading/json.ts';
import { sameAmount, unlessPrintedOther } from '#sites/reading/listed-price.ts';

/**
 * Facts of this file: sites.md, 8, the design of 2026. Cards show short names, so they are joined to what the page's
 * framework holds: the answers of its queries, and the cart. A name there has a Doppler's phase in it.
 */

/** Most values that are looked at in the page's state, which may be of any size. */
const mostValues = 50_000;
const deepest = 8;

/** An item has a price and a skin with a name; its stickers have no price. */
const isItem = (value: object): boolean =>
  'final_withdrawal_price' in value && typeof at(value, 'skin', 'name') === 'string';

function itemsWithin(root: unknown): readonly unknown[] {
  const found: unknown[] = [];
  let seen = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest || ++seen > mostValues) return;
    if (isItem(value)) found.push(value);
    else for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  look(root, 0);
  return found;
}

/** What is asked for an item, in the currency that stands beside it. */
function askedFor(item: unknown): Money | undefined {
  const { price, currency } = fieldsOf(at(item, 'tag_manager_data'));
  const amount = typeof price === 'string' && /^\d{1,9}(?:\.\d{1,2})?$/.test(price) ? Number(price) : price;
  const isPrice = typeof amount === 'number' && amount >= 0.005 && amount < 1e9;
  const code = textOf(currency);
  return isPrice && code && /^[A-Z]{3}$/.test(code) ? { amount: amount.toFixed(2), currency: code } : undefined;
}

/** By what an offer in the table of an item's page is told: the page, and the first digits of the wear value. */
function offerKey(page: string, wear: unknown): string | undefined {
  const slug = /([^/]+)\/?$/.exec(page)?.[1];
  const [digits] = /(?<![\d.])0\.\d{8}/.exec(String(wear)) ?? [];
  return slug && digits && `${slug} ${digits}`;
}

function rowsOf(item: unknown): readonly Row[] {
  const row = { item: textOf(at(item, 'skin', 'name')), listing: askedFor(item) };
  const { id, item_float } = fieldsOf(item);
  const offer = offerKey(textOf(at(item, 'skin', 'url')) ?? '', item_float);
  return [idOf(id), offer].flatMap((key) => (key ? [{ key, ...row }] : []));
}

/** The cart's cards tell no id; a short name that two items in there share tells neither. */
function cartRows(items: readonly unknown[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const short = textOf(at(item, 'skin', 'name_short'));
    const [row] = rowsOf(item);
    if (!short || !row) continue;
    const key = `cart ${short}`;
    rows.set(key, rows.has(key) ? { key } : { ...row, key });
  }
  return [...rows.values()];
}

const wantedQuery = /^(?:skins?|obtained-skins)/;

/** What stands at a path in the framework's objects, where much is a getter of a class. */
const reach = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );

function call(object: unknown, method: string): unknown {
  const found = reach(object, method);
  return typeof found === 'function' ? Reflect.apply(found, object, []) : undefined;
}

/** The answers of the queries about items on sale; of the user's own, the price is not what is asked. */
function queriedItems(app: unknown): readonly unknown[] {
  const client = reach(app, '_context', 'provides', 'VUE_QUERY_CLIENT');
  const queries: unknown = call(call(client, 'getQueryCache'), 'getAll');
  const all: readonly unknown[] = Array.isArray(queries) ? queries : [];
  const wanted = all.filter((query) => wantedQuery.test(String(reach(query, 'queryKey', '0'))));
  return wanted.flatMap((query) => itemsWithin(reach(query, 'state', 'data')));
}

export const tap = defineTap({
  state: ({ document }) => {
    const root = document.querySelector('#__nuxt');
    if (reach(root, '_vnode', 'component', 'isMounted') === false) return [];
    const app = reach(root, '__vue_app__');
    const cart = reach(app, 'config', 'globalProperties', '$pinia', 'state', 'value', 'cart', 'cartItems');
    return [...queriedItems(app).flatMap(rowsOf), ...cartRows(itemsWithin(cart))];
  },
});

const printOf = (card: Element, selector: string): string => card.querySelector(selector)?.textContent.trim() ?? '';

function readRow(row: Row | undefined, print: string): Reading | undefined {
  if (!row?.item || !isPlausibleName(row.item)) return undefined;
  return { ...splitPhase(row.item), listing: unlessPrintedOther(row.listing, print) };
}

const readCard = (card: Element, rows: Rows): Reading | undefined =>
  readRow(rows.get(card.id), printOf(card, '.skin-card__price-wrapper'));

const readOffer = (card: Element, rows: Rows): Reading | undefined => {
  const key = offerKey(card.ownerDocument.location.pathname, printOf(card, '.offers-table__float'));
  return readRow(rows.get(key ?? ''), printOf(card, '.offers-table__price'));
};

/** Only a card that shows the name and the price of an item in the cart is that item. */
const readInCart = (card: Element, rows: Rows): Reading | undefined => {
  const row = rows.get(`cart ${card.querySelector('.skin-item__image img')?.getAttribute('alt')}`);
  const currency = row?.listing?.currency;
  const printed = parsePrinted(printOf(card, '.skin-item__price'), { currency });
  return row?.listing && sameAmount(printed?.amount ?? '', row.listing.amount) ? readRow(row, '') : undefined;
};

/** The market in any language; its cart opens over any page. */
const market = /^(?:\/[a-z]{2})?\/market\/csgo(?:\/|$)/;

export default defineSite({
  id: 'lisskins',
  name: 'LIS-SKINS',
  matches: ['https://lis-skins.com/*'],
  attributes: ['id', 'alt'],
  pages: [
    {
      path: market,
      card: 'article.skin-card.market-card__container',
      mount: { after: '.skin-card__footer' },
      read: readCard,
    },
    { path: market, card: '.offers-table .ui-row', mount: { append: '.offers-table__price' }, read: readOffer },
    {
      path: /^\/(?:[a-z]{2}\/)?(?:cart|market\/csgo)(?:\/|$)/,
      card: '.skin-item:has(.skin-item__image)',
      mount: { append: ':scope' },
      read: readInCart,
    },
  ],
  tap,
});
