import { type Money, parsePrinted } from '#core/money.ts';
import { normaliseName } from '#core/names.ts';
import { readPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Row, type Rows } from '#core/site.ts';
import { fieldsOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor } from '#sites/reading/listed-price.ts';

/**
 * Facts of this file: sites.md, 3. Cards carry no id and are in Chinese, so a card of the list is joined to the page's
 * answers by its whole title, and an offer by its wear value and its price together. What is paid is CNY.
 */

const host = String.raw`^https:\/\/api\.youpin898\.com\/api\/`;
const sale = new RegExp(`${host}homepage/(?:pc/goods/market/querySaleTemplate|es/template/GetCsGoPagedList)(?:\\?|$)`);
const lease = new RegExp(`${host}homepage/pc/goods/market/queryLeaseTemplate(?:\\?|$)`);
const offers = new RegExp(`${host}homepage/pc/goods/market/queryOnSaleCommodityList(?:\\?|$)`);

export const tap = defineTap({ urls: [sale, lease, offers] });

type Fields = Readonly<Record<string, unknown>>;

/** A field of the newer or the older answers, which write the first letter large. */
const field = (row: Fields, name: string): unknown => row[name] ?? row[name.charAt(0).toUpperCase() + name.slice(1)];

function yuan(row: Fields): Money | undefined {
  const amount = decimalFromMajor(field(row, 'price'));
  return amount === undefined ? undefined : { amount, currency: 'CNY' };
}

const titleKey = (title: string): string => `title ${normaliseName(title)}`;
const priceKey = (key: string, amount: string | undefined): string => `${key} ¥${decimalFromMajor(amount)}`;

/** Each title's item, and what it costs at a price that was asked; a title of two items tells neither. */
function readTemplates(body: unknown, isSale: boolean): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const value of listAt(body, 'Data')) {
    const row = fieldsOf(value);
    const title = textOf(field(row, 'commodityName'));
    const item = textOf(field(row, 'commodityHashName'));
    if (!title || !item) continue;
    const key = titleKey(title);
    const known = rows.get(key);
    rows.set(key, { key, item: known && known.item !== item ? undefined : item });
    const listing = isSale ? yuan(row) : undefined;
    if (listing) rows.set(priceKey(key, listing.amount), { key: priceKey(key, listing.amount), item, listing });
  }
  return [...rows.values()];
}

/** Digits of a wear value that a row and its answer are compared by; rounding may differ behind them. */
const wearValue = /(?<![\d.])0\.\d{8}/g;

const wearKey = (wear: string): string => `wear ${wear}`;

function readOffers(body: unknown): readonly Row[] {
  return listAt(body, 'Data').flatMap((value): Row[] => {
    const row = fieldsOf(value);
    const [wear] = String(row['abrade']).match(wearValue) ?? [];
    const listing = yuan(row);
    const item = textOf(row['commodityHashName']);
    if (!wear || !listing || !item) return [];
    const phase = readPhase(textOf(field(row, 'dopplerName')) ?? '');
    return [{ key: priceKey(wearKey(wear), listing.amount), item, phase, listing }];
  });
}

const printed = (text: string | undefined): string | undefined =>
  parsePrinted(text ?? '', { decimal: '.', symbols: { '¥': 'CNY', '￥': 'CNY' }, currency: 'CNY' })?.amount;

/** The one text of all elements of a card whose class starts so; the rest of the class changes with each build. */
function textIn(card: Element, prefix: string): string | undefined {
  const [text, ...others] = new Set(
    [...card.querySelectorAll(`[class*="${prefix}___"]`)].map(({ textContent }) => textContent.trim()),
  );
  return others.length === 0 ? text : undefined;
}

/** The list can show other games, too. */
const isOtherGame = ({ search }: Location): boolean => (new URLSearchParams(search).get('gameId') ?? '730') !== '730';

function readCard(card: Element, rows: Rows): CardReading {
  if (isOtherGame(card.ownerDocument.location)) return otherGame;
  const title = textIn(card, 'footerTitle');
  if (!title) return undefined;
  const key = titleKey(title);
  const item = rows.get(key)?.item;
  const priced = rows.get(priceKey(key, printed(textIn(card, 'price'))));
  return item === undefined ? undefined : { item, listing: priced?.item === item ? priced.listing : undefined };
}

/** An offer on an item's page. Without a wear value nothing tells it from an offer of the page before. */
function readOffer(row: Element, rows: Rows): CardReading {
  if (isOtherGame(row.ownerDocument.location)) return otherGame;
  const cells = [...row.querySelectorAll(':scope > td')];
  const [wear, ...otherWears] = new Set(cells.flatMap(({ textContent }) => textContent.match(wearValue) ?? []));
  const [amount, ...otherAmounts] = cells.flatMap((cell) => printed(firstText(cell)) ?? []);
  if (!wear || otherWears.length + otherAmounts.length > 0) return undefined;
  const { item, phase, listing } = rows.get(priceKey(wearKey(wear), amount)) ?? {};
  return item === undefined ? undefined : { item, phase, listing };
}

/** A price cell's first child holds the price. */
function firstText({ firstElementChild, textContent }: Element): string | undefined {
  const text = (firstElementChild?.textContent ?? textContent).trim();
  return /^[¥￥]/.test(text) ? text : undefined;
}

export default defineSite({
  id: 'youpin',
  name: 'YouPin',
  matches: ['https://youpin898.com/*', 'https://www.youpin898.com/*'],
  pages: [
    {
      path: /^\/market(?:\/csgo)?\/?$/,
      card: '[class*="each-common-product-box___"]',
      mount: { after: '[class*="footerTitle___"]' },
      read: readCard,
    },
    {
      path: /^\/market\/goods-list\/?$/,
      card: '#rc-tabs-0-panel-sale .ant-table-row.ant-table-row-level-0',
      mount: { append: ':scope > td:nth-child(5)' },
      read: readOffer,
    },
  ],
  feeds: [
    { url: sale, read: (body) => readTemplates(body, true) },
    { url: lease, read: (body) => readTemplates(body, false) },
    { url: offers, read: readOffers },
  ],
  tap,
});
