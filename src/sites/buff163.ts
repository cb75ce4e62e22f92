import { type Money, parsePrinted } from '#core/money.ts';
import { readPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Row, type Rows } from '#core/site.ts';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, sameAmount } from '#sites/reading/listed-price.ts';

/**
 * Facts of this file: sites.md, 1. Cards show translated names, so a goods id in a card's link is joined to the page's
 * own answers. Answers and attributes are in CNY, whatever currency the user chose to see.
 */

const goods = /^https:\/\/buff\.163\.com\/api\/market\/goods(?:\?|$)/;
const buying = /^https:\/\/buff\.163\.com\/api\/market\/goods\/buying(?:\?|$)/;
const orders =
  /^https:\/\/buff\.163\.com\/api\/market\/(?:goods\/sell_order|sell_order\/(?:top_bookmarked|on_sale)|shop\/[^/?]+\/(?:sell_order|featured)|steam_inventory)(?:\?|$)/;

export const tap = defineTap({
  urls: [goods, buying, orders],
  state: (view) => {
    const page: unknown = Reflect.get(view, 'g');
    const currency = textOf(at(page, 'currency', 'code'));
    return currency ? [{ key: 'currency', currency }] : [];
  },
});

function yuan(value: unknown): Money | undefined {
  const amount = decimalFromMajor(value);
  return amount === undefined ? undefined : { amount, currency: 'CNY' };
}

/** The site trades items of other games, too. */
const isOtherGame = ({ appid, game }: Readonly<Record<string, unknown>>): boolean =>
  (appid !== undefined && Number(appid) !== 730) || (game !== undefined && game !== 'csgo');

/** An item's name, and what it is offered or wanted for; the two tabs show the same items. */
function readGoods(body: unknown, tab: 'sell' | 'buy'): readonly Row[] {
  return listAt(body, 'data', 'items').flatMap((value): Row[] => {
    const { id, market_hash_name, sell_min_price, buy_max_price, ...rest } = fieldsOf(value);
    const [key, item] = [idOf(id), textOf(market_hash_name)];
    if (key && isOtherGame(rest)) return [{ key: `name:${key}`, otherGame: true }];
    if (!key || !item) return [];
    const listing = yuan(tab === 'sell' ? sell_min_price : buy_max_price);
    return [
      { key: `name:${key}`, item },
      { key: `${tab}:${key}`, listing, kind: tab === 'sell' ? 'ask' : 'bid' },
    ];
  });
}

/** Offers of single items; their names stand beside them, by goods id. */
function readOrders(body: unknown): readonly Row[] {
  const infos = at(body, 'data', 'goods_infos');
  return listAt(body, 'data', 'items').flatMap((value): Row[] => {
    const { id, goods_id, asset_info } = fieldsOf(value);
    const [order, key] = [idOf(id), idOf(goods_id)];
    const info = fieldsOf(at(infos, key ?? ''));
    const item = textOf(info['market_hash_name']);
    if (key && isOtherGame(info)) return [{ key: `name:${key}`, otherGame: true }];
    if (!key || !item) return [];
    const named = { key: `name:${key}`, item };
    return order ? [named, { key: `order:${order} ${key}`, item, phase: phaseOf(asset_info) }] : [named];
  });
}

const phaseOf = (asset: unknown): string | undefined =>
  readPhase(textOf(at(asset, 'info', 'phase_data', 'name')) ?? '');

/** A JSON attribute; `undefined` when it is none. */
function attribute(element: Element, name: string): unknown {
  try {
    return JSON.parse(element.getAttribute(name) ?? '');
  } catch {
    return undefined;
  }
}

/** The one goods id of all links in a card. */
function goodsIdOf(card: Element): string | undefined {
  const links = [...card.querySelectorAll('a[href*="goods"]')].map((link) => link.getAttribute('href') ?? '');
  const stated = card.getAttribute('data-goods_id') ?? [];
  const ids = links.flatMap((href) => /\/goods\/(\d+)(?:[?#]|$)|[?&]goods_id=(\d+)/.exec(href)?.slice(1) ?? []);
  const [id, ...others] = new Set([...ids, stated].flat().filter(Boolean));
  return others.length === 0 ? id : undefined;
}

const printOf = (card: Element): string =>
  card.querySelector('p > strong.f_Strong, div > strong.f_Strong')?.textContent ?? '';

/** A machine value, unless the card prints another; a print in the currency of the user's choice tells nothing. */
function unlessOther(listing: Money | undefined, card: Element, rows: Rows): Money | undefined {
  const printed = parsePrinted(printOf(card), { decimal: '.', symbols: { '¥': 'CNY', '￥': 'CNY' } });
  const chosen = rows.get('currency')?.currency ?? 'CNY';
  const agrees = printed?.currency === 'CNY' ? sameAmount(printed.amount, listing?.amount ?? '') : chosen !== 'CNY';
  return agrees ? listing : undefined;
}

/** One kind of goods in the list, or one item of a shop, of the favourites or of the user's own. */
function readCard(card: Element, rows: Rows): CardReading {
  const id = goodsIdOf(card);
  const { item, otherGame: isOther } = rows.get(`name:${id}`) ?? {};
  if (isOther) return otherGame;
  if (!item) return undefined;
  if (card.matches('.my_inventory')) return { item, kind: 'none' };
  if (card.matches('.my_selling'))
    return { item, listing: unlessOther(yuan(card.getAttribute('data-price')), card, rows) };
  if (card.matches('.my_shop_selling') || card.querySelector('.sell_order_price'))
    return { item, listing: parsePrinted(printOf(card), { decimal: '.', currency: rows.get('currency')?.currency }) };
  const { hash, search } = card.ownerDocument.location;
  const { listing, kind } = rows.get(`${/\btab=buying\b/.test(search + hash) ? 'buy' : 'sell'}:${id}`) ?? {};
  return { item, listing: unlessOther(listing, card, rows), kind };
}

/** One offer in a table; the answers and the row's own attributes must not disagree. */
function readOrder(row: Element, rows: Rows): CardReading {
  const button = row.querySelector('a.btn-buy-order');
  const id = button?.getAttribute('data-goodsid');
  const order = rows.get(`order:${row.id.replace(/^sell_order_/, '')} ${id}`);
  const info = fieldsOf(attribute(row, 'data-goods-info'));
  const named = rows.get(`name:${id}`);
  if (named?.otherGame || isOtherGame(info)) return otherGame;
  const [item, ...others] = new Set([order?.item, named?.item, textOf(info['market_hash_name'])].filter(Boolean));
  if (!item || others.length > 0) return undefined;
  const phase = order?.phase ?? phaseOf(attribute(row, 'data-asset-info'));
  return { item, phase, listing: unlessOther(yuan(button?.getAttribute('data-price')), row, rows) };
}

const mount = { after: ':scope > p' };
const lists = /^\/(?:market\/(?:csgo|goods|sell_order\/on_sale)?|shop\/U[^/]*)\/?$/;

export default defineSite({
  id: 'buff163',
  name: 'BUFF163',
  matches: ['https://buff.163.com/*'],
  attributes: ['href', 'id', 'data-goods_id', 'data-goodsid', 'data-price', 'data-goods-info', 'data-asset-info'],
  pages: [
    { path: lists, card: '#j_list_card > ul.card_csgo > li, li.my_selling, li.my_shop_selling', mount, read: readCard },
    { path: /^\/market\/steam_inventory\/?$/, kind: 'inventory', card: 'li.my_inventory', mount, read: readCard },
    {
      path: /^\/(?:goods\/\d+|market\/goods|user-center\/bookmark\/sell_order)\/?$/,
      card: 'tr.selling[id^="sell_order_"], tr.bookmark_order',
      mount: { after: 'td > div:has(> strong.f_Strong)' },
      read: readOrder,
    },
  ],
  feeds: [
    { url: goods, read: (body) => readGoods(body, 'sell') },
    { url: buying, read: (body) => readGoods(body, 'buy') },
    { url: orders, read: readOrders },
  ],
  tap,
});
