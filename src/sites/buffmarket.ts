import { wearOf } from '#core/items/item-kinds.ts';
import { decodeSegment, isPlausibleName, readPhase } from '#core/items/names.ts';
import { parsePrinted } from '#core/money/money.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  type ListingKind,
  type ListingReading,
  type Row,
  type Rows,
} from '#core/site.ts';
import { idInLinks } from '#sites/reading/elements.ts';
import { goodsKey, rowFromGoods, rowsFromInfo } from '#sites/reading/goods.ts';
import { printedListing } from '#sites/reading/listed-price.ts';
import { joinedReading, showsItem, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, listAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/buffmarket.md. Sources contradict each other about an answer's currency, so the printed price is read. */

const api = String.raw`^https:\/\/(?:api\.)?buff\.market\/`;
const goods = new RegExp(`${api}api/market/(?:goods|steam_inventory)/?(?:\\?|$)`);
const info = new RegExp(`${api}api/market/goods/info/?(?:\\?|$)`);
const orders = new RegExp(
  `${api}api/market/(?:goods/sell_order|shop/[^/?]+/sell_order|sell_order/(?:preview/manual_plus|change_preview/v2))/?(?:\\?|$)`,
);
const currencies = new RegExp(`${api}account/api/supported_currency/?(?:\\?|$)`);

export const tap = defineTap({ urls: [goods, info, orders, currencies] });

const rowsFromGoods = (body: unknown): readonly Row[] =>
  listAt(body, 'data', 'items').flatMap((value) => {
    const { goods_id, id } = fieldsOf(value);
    return rowFromGoods(goods_id ?? id, value) ?? [];
  });

/** The digits of a wear value by which an offer is found. */
const wearDigits = (text: string): string | undefined => single(text.match(/(?<![\d.])0\.\d{6}/g) ?? []);

const offersKey = (item: string, wear = ''): string => `offers ${item}\n${wear}`;

/** Offers of single items. The answer lists their names separately, by the id of their goods. */
function rowsFromOrders(body: unknown): readonly Row[] {
  const infos = fieldsOf(at(body, 'data', 'goods_infos'));
  const named = Object.entries(infos).flatMap(([id, value]) => rowFromGoods(id, value) ?? []);
  const offers = listAt(body, 'data', 'items').flatMap((value): Row[] => {
    const { goods_id, asset_info } = fieldsOf(value);
    const item = rowFromGoods(goods_id, infos[idOf(goods_id) ?? ''])?.item;
    if (!item) return [];
    const wear = wearDigits(String(at(asset_info, 'paintwear')));
    const phase = readPhase(textOf(at(asset_info, 'info', 'phase_data', 'name')) ?? '');
    const one = {
      key: offersKey(item, wear),
      shared: true,
      item,
      phase,
      ...worn(at(asset_info, 'paintwear')),
    } as const;
    return [{ key: offersKey(item), item }, ...(wear ? [one] : [])];
  });
  return [...named, ...offers];
}

function rowsFromCurrencies(body: unknown): readonly Row[] {
  const chosen = listAt(body, 'data', 'items').filter((each) => at(each, 'buff_selected') === true);
  return [{ key: 'currency', currency: single(chosen.map((each) => textOf(at(each, 'value')))) }];
}

/** The goods of an address: "cs2/<name>", or an id alone in older links. */
function goodsAt(address: string | undefined, rows: Rows): Row | undefined {
  const [, game, name = ''] = /^(?:([a-z][a-z0-9]*)\/)?([^/]+)$/.exec(address ?? '') ?? [];
  if (game !== undefined && game !== 'cs2' && game !== 'csgo') return { key: name, otherGame: true };
  if (/^\d+$/.test(name)) return rows.get(goodsKey(name));
  const item = decodeSegment(name);
  return game !== undefined && isPlausibleName(item) ? { key: name, item } : undefined;
}

const goodsIn = /\/market\/goods\/(.+?)\/?$/;

/** The print in the currency of the answer, or by a sign that only one currency has. */
const printedPrice = (shown: Element, place: string, currency?: string): ListingReading | undefined =>
  printedListing(shown, place, (text) => parsePrinted(text, { currency }));

const places = { card: '.user-price', offer: '.market-goods-sell-col-price' };

const readListing = (shown: Element) => printedPrice(shown, Object.values(places).join());

/** A reader of cards in a list, whose prices are of one kind. The phase of a card is not known. */
const cardReader =
  (kind: ListingKind) =>
  (card: Element, rows: Rows): CardReading =>
    joinedReading(goodsAt(idInLinks(card, goodsIn), rows), () => ({
      ...(kind !== 'none' && printedPrice(card, places.card, rows.get('currency')?.currency)),
      kind,
    }));

/** The head of an item's page shows no offer; it must show the item of the page's address. */
function readHead(head: Element, rows: Rows): CardReading {
  const row = goodsAt(goodsIn.exec(head.ownerDocument.location.pathname)?.[1], rows);
  const isOther = row?.item !== undefined && !showsItem(head.textContent, row.item);
  return isOther ? undefined : joinedReading(row, () => ({ kind: 'none' }));
}

/** An offer on an item's page; where the item has a wear, an answer's offer must have the wear value that is shown. */
function readOffer(offer: Element, rows: Rows): CardReading {
  const head = offer.ownerDocument.querySelector('.goods-message');
  const read = head ? readHead(head, rows) : undefined;
  if (typeof read !== 'object') return read;
  const isWorn = wearOf(read.item) !== undefined;
  const wear = wearDigits(offer.textContent);
  const row = isWorn && !wear ? undefined : rows.get(offersKey(read.item, isWorn ? wear : undefined));
  return joinedReading(row, () => printedPrice(offer, places.offer, rows.get('currency')?.currency) ?? {});
}

const card = '[class$="goods-item"]:not(.is-topics)';
const mount = { append: '.goods-info-sell' };

export default defineSite({
  id: 'buffmarket',
  name: 'Buff.market',
  matches: ['https://buff.market/*', 'https://www.buff.market/*'],
  optional: true,
  attributes: ['href', 'class'],
  readingContext: '.goods-message',
  pages: [
    { path: /^\/market\/(?!goods\/|buy_order)[a-z_]+\/?$/, card, mount, read: cardReader('ask'), readListing },
    { path: /^\/market\/buy_order\/?$/, card, mount, read: cardReader('bid') },
    { path: /^\/market\/goods\/./, card: '.goods-message', read: readHead, readListing },
    {
      path: /^\/market\/goods\/./,
      card: '.market-goods-sell-content',
      mount: { append: places.offer },
      read: readOffer,
      readListing,
    },
    {
      path: /^\/inventory\/?$/,
      kind: 'inventory',
      card,
      mount: { append: '.goods-item-info' },
      read: cardReader('none'),
    },
  ],
  feeds: [
    { url: goods, read: rowsFromGoods },
    { url: info, read: rowsFromInfo },
    { url: orders, read: rowsFromOrders },
    { url: currencies, read: rowsFromCurrencies },
  ],
});
