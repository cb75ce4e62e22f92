import { parseJson } from '#core/asks/parse-json.ts';
import { readPhase } from '#core/items/names.ts';
import { type Money, parsePrinted } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  type ListingReading,
  otherGame,
  type Row,
  type Rows,
} from '#core/site.ts';
import { onlyTextAt, textAt } from '#sites/reading/elements.ts';
import { goodsKey, isOtherGame, rowFromGoods, rowsFromInfo } from '#sites/reading/goods.ts';
import { centsFromMajor, toMoney } from '#sites/reading/listed-price.ts';
import { attachedTo, phasedName, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, listAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/buff163.md. Names are translated, so a link's goods id finds the answer's. Answers and attributes are in CNY. */

const goods = /^https:\/\/buff\.163\.com\/api\/market\/goods(?:\?|$)/;
const buying = /^https:\/\/buff\.163\.com\/api\/market\/goods\/buying(?:\?|$)/;
const goodsInfo = /^https:\/\/buff\.163\.com\/api\/market\/goods\/info(?:\?|$)/;
const orders =
  /^https:\/\/buff\.163\.com\/api\/market\/(?:goods\/sell_order|sell_order\/(?:top_bookmarked|on_sale)|shop\/[^/?]+\/(?:sell_order|featured)|steam_inventory)(?:\?|$)/;

export const tap = defineTap({
  urls: [goods, buying, goodsInfo, orders],
  state: (view) => {
    const page: unknown = Reflect.get(view, 'g');
    const currency = textOf(at(page, 'currency', 'code'));
    return currency ? [{ key: 'currency', currency }] : [];
  },
});

const yuan = (value: unknown): Money | undefined => toMoney(centsFromMajor(value), 'CNY');

/** Goods with their names, and with the lowest price or the highest bid; both tabs list the same goods. */
function rowsFromGoods(body: unknown, tab: 'sell' | 'buy'): readonly Row[] {
  return listAt(body, 'data', 'items').flatMap((value): Row[] => {
    const { id, sell_min_price, buy_max_price } = fieldsOf(value);
    const named = rowFromGoods(id, value);
    if (!named?.item) return named ? [named] : [];
    const listing = yuan(tab === 'sell' ? sell_min_price : buy_max_price);
    return [named, { key: `${tab}:${idOf(id)}`, listing, kind: tab === 'sell' ? 'ask' : 'bid' }];
  });
}

/** Offers of single items. The answer lists their names separately, by goods id; an item of an inventory has its own. */
function rowsFromOrders(body: unknown): readonly Row[] {
  const infos = at(body, 'data', 'goods_infos');
  return listAt(body, 'data', 'items').flatMap((value): Row[] => {
    const { id, goods_id, asset_info, market_hash_name, appid, game } = fieldsOf(value);
    const [order, key] = [idOf(id), idOf(goods_id)];
    const info = fieldsOf(at(infos, key ?? ''));
    const item = single([info['market_hash_name'], market_hash_name].flatMap((name) => textOf(name) ?? []));
    if (key && (isOtherGame(info) || isOtherGame({ appid, game }))) return [{ key: goodsKey(key), otherGame: true }];
    if (!key || !item) return [];
    const named = { key: goodsKey(key), item };
    return order
      ? [
          named,
          {
            key: `order:${order} ${key}`,
            item,
            phase: phaseOf(asset_info),
            ...attachedOf(item, asset_info),
            ...worn(at(asset_info, 'paintwear')),
          },
        ]
      : [named];
  });
}

const phaseOf = (asset: unknown): string | undefined =>
  readPhase(textOf(at(asset, 'info', 'phase_data', 'name')) ?? '');

/** The phase that a card prints in a tag. */
const shownPhase = (card: Element): string | undefined =>
  single([...card.querySelectorAll('.tagBox .g_Right')].flatMap(({ textContent }) => readPhase(textContent) ?? []));

/** Names of stickers are translated where the user reads Chinese; the table knows the English ones. */
function attachedOf(item: string, asset: unknown) {
  const { stickers, keychains } = fieldsOf(at(asset, 'info'));
  return attachedTo(item, { stickers, charms: keychains });
}

const jsonAttribute = (element: Element, name: string): unknown => parseJson(element.getAttribute(name) ?? '');

/** The goods id on which all links of a card agree. */
function goodsIdOf(card: Element): string | undefined {
  const links = [...card.querySelectorAll('a[href*="goods"]')].map((link) => link.getAttribute('href') ?? '');
  const stated = card.getAttribute('data-goods_id') ?? [];
  const ids = links.flatMap((href) => /\/goods\/(\d+)(?:[?#]|$)|[?&]goods_id=(\d+)/.exec(href)?.slice(1) ?? []);
  return single([...ids, stated].flat().filter(Boolean));
}

const printOf = (card: Element): string =>
  textAt(card, 'p > strong.f_Strong, div > strong.f_Strong') || onlyTextAt(card, 'p > strong, div > strong');

const printedPrice = (card: Element, currency?: string): Money | undefined =>
  parsePrinted(printOf(card), { decimal: '.', currency, symbols: { '¥': 'CNY', '￥': 'CNY' } });

/** The lowest price of goods, or an offer's, in yuan: in any other currency it is converted. The tab of buyers shows bids. */
function readListing(card: Element): ListingReading | undefined {
  const { search, hash } = card.ownerDocument.location;
  const listing = buyersTab.test(search + hash) ? undefined : printedPrice(card);
  return listing?.currency === 'CNY' ? { listing } : undefined;
}

const buyersTab = /\btab=buying\b/;

/** A price from data beside the print, which is in yuan where the user has chosen no other currency. */
function confirmedPrice(listing: Money | undefined, card: Element, rows: Rows): Told {
  const printed = printedPrice(card);
  const isChosen = (rows.get('currency')?.currency ?? 'CNY') !== 'CNY';
  return isChosen || printed?.currency === 'CNY' ? { listing, printed: printed && [printed] } : {};
}

const onSale = /^\/market\/sell_order\/on_sale\/?$/;
const favourites = /^\/user-center\/bookmark\/sell_order\/?$/;
const shop = /^\/shop\/U[^/]*\/?$/;

function readCard(card: Element, rows: Rows): CardReading {
  const id = goodsIdOf(card);
  const named = rows.get(goodsKey(id));
  if (named?.otherGame) return otherGame;
  if (!named?.item) return undefined;
  const { item } = named;
  const { hash, pathname, search } = card.ownerDocument.location;
  const stated = card.getAttribute('data-price');
  if (card.matches('.my_selling') || (stated && onSale.test(pathname)))
    return { item, ...confirmedPrice(yuan(stated), card, rows) };
  if (card.matches('.my_shop_selling') || shop.test(pathname) || card.querySelector('.sell_order_price')) {
    return { ...phasedName(item, shownPhase(card)), listing: printedPrice(card, rows.get('currency')?.currency) };
  }
  const { listing, kind } = rows.get(`${buyersTab.test(search + hash) ? 'buy' : 'sell'}:${id}`) ?? {};
  return { item, ...confirmedPrice(listing, card, rows), kind };
}

/** An item of the user's own, which is not for sale. Answer and attribute must agree on its name. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const info = fieldsOf(jsonAttribute(card, 'data-goods-info'));
  const named = rows.get(goodsKey(goodsIdOf(card)));
  if (named?.otherGame || isOtherGame(info)) return otherGame;
  const item = single([named?.item, textOf(info['market_hash_name'])].filter(Boolean));
  if (!item) return undefined;
  // A folder stands for several items of any phase and does not tell their number.
  if (card.matches('.card_folder') || card.querySelector('.card_folder')) return { item, kind: 'none', count: 0 };
  const asset = jsonAttribute(card, 'data-asset-info');
  return { item, phase: phaseOf(asset), kind: 'none', ...worn(at(asset, 'paintwear')) };
}

const orderRow = 'tr[id^="sell_order_"], tr.selling[data-order-info]';

/** An offer to sell in a table; answers and attributes must agree on its name. */
function readOffer(offer: Element, rows: Rows): CardReading {
  if (!offer.matches(orderRow) && !favourites.test(offer.ownerDocument.location.pathname)) return undefined;
  const info = fieldsOf(jsonAttribute(offer, 'data-goods-info'));
  const asset = jsonAttribute(offer, 'data-asset-info');
  const button =
    offer.querySelector('a.btn-buy-order') ?? single(offer.querySelectorAll('a[data-goodsid][data-price]'));
  const id = button?.getAttribute('data-goodsid') ?? idOf(at(asset, 'goods_id')) ?? idOf(info['goods_id']);
  const orderId = offer.id.replace(/^sell_order_/, '') || button?.getAttribute('data-orderid');
  const order = rows.get(`order:${orderId} ${id}`);
  const named = rows.get(goodsKey(id));
  if (named?.otherGame || isOtherGame(info)) return otherGame;
  const item = single([order?.item, named?.item, textOf(info['market_hash_name'])].filter(Boolean));
  if (!item) return undefined;
  const price = button?.getAttribute('data-price') ?? at(jsonAttribute(offer, 'data-order-info'), 'price');
  const phase = order?.phase ?? phaseOf(asset) ?? phasedName(item, shownPhase(offer)).phase;
  return {
    item,
    phase,
    ...confirmedPrice(yuan(price), offer, rows),
    // A favourite stays in the list when it can't be bought any more.
    sold: (!button && favourites.test(offer.ownerDocument.location.pathname)) || undefined,
    attached: order?.attached,
    wearValue: order?.wearValue,
  };
}

const mount = { after: ':scope > p' };
const listCard = '#j_list_card > ul > li, li.my_selling, li.my_shop_selling';
const offerMount = { after: 'td > div:has(> strong)' };

export default defineSite({
  id: 'buff163',
  name: 'BUFF163',
  matches: ['https://buff.163.com/*'],
  attributes: 'href id data-goods_id data-goodsid data-price data-goods-info data-asset-info data-order-info'.split(
    ' ',
  ),
  pages: [
    { path: /^\/market\/(?:csgo|goods)?\/?$/, card: '#j_list_card > ul > li', mount, read: readCard, readListing },
    { path: shop, card: listCard, mount, read: readCard, readListing },
    { path: onSale, kind: 'listings', card: listCard, mount, read: readCard, readListing },
    {
      path: /^\/market\/steam_inventory\/?$/,
      kind: 'inventory',
      sumsBefore: '#j_list_card',
      card: 'li.my_inventory',
      mount,
      read: readOwnItem,
    },
    { path: /^\/(?:goods\/\d+|market\/goods)\/?$/, card: orderRow, mount: offerMount, read: readOffer, readListing },
    {
      path: favourites,
      card: 'tr.bookmark_order, tr[data-goods-info]',
      mount: offerMount,
      read: readOffer,
      readListing,
    },
  ],
  feeds: [
    { url: goods, read: (body) => rowsFromGoods(body, 'sell') },
    { url: buying, read: (body) => rowsFromGoods(body, 'buy') },
    { url: goodsInfo, read: rowsFromInfo },
    { url: orders, read: rowsFromOrders },
  ],
});
