import { type Money, parsePrinted } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import { splitPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Reading, type Row, type Rows } from '#core/site.ts';
import { readWear } from '#core/wears.ts';
import { attachedTo } from '#sites/reading/attached.ts';
import { leavesOf, onlyTextAt } from '#sites/reading/elements.ts';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, sameAmount } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { single } from '#sites/reading/single.ts';

/**
 * Facts: src/sites/csmoney.md. A card to buy has its row's id in an attribute. The first rows are in the document, later
 * ones in answers. Sources contradict each other about the currency of a row's price, so the printed price is read.
 */

const api = String.raw`^https:\/\/(?:[a-z0-9-]+\.)*cs\.money\/(?:[a-z0-9-]+\/)*[12]\.0\/market\/`;
const orders = new RegExp(`${api}sell-orders/?(?:\\?|$)`);
const order = new RegExp(`${api}sell-orders/\\d+/?(?:\\?|$)`);
const owned = new RegExp(`${api}user-inventory/?(?:\\?|$)`);

export const tap = defineTap({ urls: [orders, order, owned] });

function rowFromOrder(value: unknown): Row | undefined {
  const { id, appId, asset, stickers, keychains } = fieldsOf(value);
  const key = idOf(id);
  const name = textOf(at(asset, 'names', 'full')) ?? '';
  if (key && appId !== undefined && Number(appId) !== 730) return { key, otherGame: true };
  if (!key || !isPlausibleName(name)) return undefined;
  return { key, ...splitPhase(name), ...attachedTo(name, { stickers, charms: keychains, wornOff: 100 }) };
}

const rowsFromOrders = (items: readonly unknown[]): readonly Row[] => items.flatMap((item) => rowFromOrder(item) ?? []);

function rowsFromOrderAnswer(body: unknown): readonly Row[] {
  if (typeof at(body, 'item') !== 'object') throw new TypeError('no item');
  return rowsFromOrders([at(body, 'item')]);
}

/** The picture that an address of the image server leads to. */
const pictureOf = (address: string): string => address.replace(/^.*\/plain\//, '');

/** A picture is shared by the wears of an item, and by its StatTrak and souvenir versions. */
const ownKey = (picture: string, quality: string): string => `own ${pictureOf(picture)} ${quality}`;

/** A row for each picture of an own item; the quality is as on a card: "FN", "ST / FN", "SV / FN" or nothing. */
function rowsFromOwnItem(value: unknown): readonly Row[] {
  const { appId, asset } = fieldsOf(value);
  const { quality, images } = fieldsOf(asset);
  const name = textOf(at(asset, 'names', 'full')) ?? '';
  if ((appId !== undefined && Number(appId) !== 730) || !isPlausibleName(name)) return [];
  const mark = name.includes('StatTrak™') ? 'ST' : name.startsWith('Souvenir ') ? 'SV' : '';
  const shown = [mark, textOf(quality)?.toUpperCase() ?? ''].filter(Boolean).join(' / ');
  const pictures = Object.values(fieldsOf(images)).flatMap((picture) => textOf(picture) ?? []);
  return pictures.map((picture) => ({ key: ownKey(picture, shown), shared: true, ...splitPhase(name) }));
}

/** The rows in the document; their text is parsed again only when the page has replaced it. */
let parsed: { readonly text: string; readonly rows: ReadonlyMap<string, Row> } = { text: '', rows: new Map() };

const firstRows = memoizeUntilMicrotask((document: Document): ReadonlyMap<string, Row> => {
  const text = document.querySelector('script#__page-params')?.textContent ?? '';
  if (text !== parsed.text) parsed = { text, rows: new Map(readFirstRows(text).map((row) => [row.key, row])) };
  return parsed.rows;
});

function readFirstRows(text: string): readonly Row[] {
  try {
    return rowsFromOrders(listAt(JSON.parse(text), 'inventory', 'items'));
  } catch {
    return []; // Pages without a list, and a document that is still being parsed.
  }
}

/** The currency that the page stores for the user; without one it shows US dollars. */
const shownCurrency = memoizeUntilMicrotask(
  ({ cookie }: Document): string => /(?:^|; )user_currency=([A-Z]{3})(?:;|$)/.exec(cookie)?.[1] ?? 'USD',
);

/** The printed price; where it is in dollars, the amount in the card's attribute must be the same. */
function priceOf(card: Element): Money | undefined {
  const currency = shownCurrency(card.ownerDocument);
  const printed = parsePrinted(onlyTextAt(card, '[class*="Price-module_container__"]'), { currency });
  const stated = decimalFromMajor(card.getAttribute('data-card-price') ?? undefined);
  return currency === 'USD' && !sameAmount(printed?.amount ?? '', stated ?? '') ? undefined : printed;
}

function readCard(card: Element, rows: Rows): CardReading {
  const id = card.getAttribute('data-card-item-id') ?? '';
  const row = rows.get(id) ?? firstRows(card.ownerDocument).get(id);
  if (row?.otherGame) return otherGame;
  return row?.item ? { item: row.item, phase: row.phase, listing: priceOf(card), attached: row.attached } : undefined;
}

/** Wear, StatTrak and souvenir as a card abbreviates them; "" without any, `undefined` for two. */
function qualityOf(card: Element): string | undefined {
  const texts = leavesOf(card).map(({ textContent }) => textContent.trim().replace(/\s+/g, ' '));
  const shown = texts.filter((text) => /^(?:(?:ST|SV) \/ )?[A-Z]{2}$/.test(text) && readWear(text.slice(-2)));
  return shown.length === 0 ? '' : single(shown);
}

/** A card of the user's own items; its price is the site's offer for the item. */
function readOwnItem(card: Element, rows: Rows): Reading | undefined {
  const picture = single([...card.querySelectorAll('img[src*="/plain/"]')].map((image) => image.getAttribute('src')));
  const quality = qualityOf(card);
  if (!picture || quality === undefined) return undefined;
  const { item, phase } = rows.get(ownKey(picture, quality)) ?? {};
  return item ? { item, phase, kind: 'none' } : undefined;
}

export default defineSite({
  id: 'csmoney',
  name: 'CS.MONEY',
  matches: ['https://cs.money/*'],
  optional: true,
  attributes: ['data-card-item-id', 'data-card-price', 'src'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?market\/buy(?:\/|$)/,
      card: '[data-card-item-id]',
      mount: { after: 'div:has(> [class*="Price-module_container__"])' },
      read: readCard,
    },
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?market\/instant-sell(?:\/|$)/,
      kind: 'inventory',
      card: 'div[class*="UserSkin_user_skin__"]',
      mount: { append: ':scope' },
      read: readOwnItem,
    },
  ],
  feeds: [
    { url: orders, read: (body) => rowsFromOrders(listAt(body, 'items')) },
    { url: order, read: rowsFromOrderAnswer },
    { url: owned, read: (body) => listAt(body, 'items').flatMap(rowsFromOwnItem) },
  ],
  tap,
});
