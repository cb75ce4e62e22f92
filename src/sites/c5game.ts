import { type Money, parsePrinted } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import { type CardReading, defineSite, defineTap, type Row, type Rows } from '#core/site.ts';
import { idInLinks } from '#sites/reading/elements.ts';
import { centsFromMajor, printedAmounts, toMoney } from '#sites/reading/listed-price.ts';
import { liveField, objectsWithin } from '#sites/reading/live-field.ts';
import { joinedReading, namedBy, rowsIn } from '#sites/reading/rows.ts';
import { fieldsOf, idOf, isOtherApp } from '#sites/reading/values.ts';

/** Facts: src/sites/c5game.md. Names are Chinese: a link holds the id of a row of an answer or the framework's state. CNY. */

const search = /^https:\/\/(?:www\.)?c5game\.com\/napi\/trade\/search\/v2\/items\/730\/search\/?(?:\?|$)/;

export const tap = defineTap({
  urls: [search],
  state: (view) => {
    const server = Reflect.get(view, '__NUXT__');
    const store = liveField(Reflect.get(view, '$nuxt'), '$store', 'state');
    const goods = [server, store].flatMap((state) => objectsWithin(state, isGoods));
    return goods.flatMap((each) => rowFromGoods(each) ?? []);
  },
});

const isGoods = (value: object): boolean => 'marketHashName' in value && 'appId' in value;

/** `price` may be in another currency where `cnyPrice` is given. */
function rowFromGoods(value: unknown): Row | undefined {
  const { itemId, id, appId, marketHashName, price, cnyPrice } = fieldsOf(value);
  const [key, named] = [idOf(itemId) ?? idOf(id), namedBy(marketHashName)];
  if (key && isOtherApp(appId)) return { key, otherGame: true };
  return key && named ? { key, ...named, listing: toMoney(centsFromMajor(cnyPrice ?? price), 'CNY') } : undefined;
}

/** The row's price, which the card must print in yuan; the state of the first page stays while prices change. */
function confirmedPrice(listing: Money | undefined, card: Element): Told {
  const place = card.querySelector('.price') ? '.price' : '*';
  const printed = printedAmounts(card, place, { decimal: '.', symbols: { '¥': 'CNY', '￥': 'CNY' } });
  const inYuan = printed.filter(({ currency }) => currency === 'CNY');
  return inYuan.length > 0 ? { listing, printed: inYuan } : {};
}

/** The id of goods, whatever follows; an address of a single asset has none. */
const goodsId = /^(?:https?:\/\/(?:www\.)?c5game\.com)?(?:\/[a-z]{2})?\/csgo\/(?!730\/asset\/)(\d+)\/[^/]+/;

const inYuan = (text: string) => parsePrinted(text, { decimal: '.', symbols: { '¥': 'CNY', '￥': 'CNY' } });

const readCard = (card: Element, rows: Rows): CardReading =>
  joinedReading(rows.get(idInLinks(card, goodsId) ?? ''), ({ listing }) => confirmedPrice(listing, card));

export default defineSite({
  id: 'c5game',
  name: 'C5Game',
  matches: ['https://c5game.com/*', 'https://www.c5game.com/*'],
  optional: true,
  attributes: ['href'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}\/)?csgo\/?$/,
      card: ':is(.goodsCard, .li-btm, #market_index :has(> a[href*="/csgo/"])):not(.goodsCard *, .li-btm *)',
      mount: { after: '.price' },
      read: readCard,
      readListing: (card, read) => read(card, '.price', inYuan),
    },
  ],
  feeds: [{ url: search, read: rowsIn(rowFromGoods, 'data', 'list') }],
});
