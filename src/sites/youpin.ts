import { hasPhases, type Phase, readPhase } from '#core/items/names.ts';
import { type Money, parsePrinted } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, notAnItem, otherGame, type Row, type Rows } from '#core/site.ts';
import { isEmptyCard, leavesOf } from '#sites/reading/elements.ts';
import { centsFromMajor, toMoney } from '#sites/reading/listed-price.ts';
import { joinedReading, worn } from '#sites/reading/rows.ts';
import { type Fields, fieldsOf, listAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/youpin.md. Without ids, a card joins by its whole Chinese title, an offer by wear value and price. CNY. */

const host = String.raw`^https:\/\/api\.youpin898\.com\/api\/`;
const sale = new RegExp(`${host}homepage/(?:pc/goods/market/querySaleTemplate|es/template/GetCsGoPagedList)(?:\\?|$)`);
const lease = new RegExp(`${host}homepage/pc/goods/market/queryLeaseTemplate(?:\\?|$)`);
const offers = new RegExp(`${host}homepage/pc/goods/market/queryOnSaleCommodityList(?:\\?|$)`);

export const tap = defineTap({ urls: [sale, lease, offers] });

/** A field of an answer; older answers capitalise the first letter. */
const field = (row: Fields, name: string): unknown => row[name] ?? row[name.charAt(0).toUpperCase() + name.slice(1)];

const priceOf = (row: Fields): Money | undefined => toMoney(centsFromMajor(field(row, 'price')), 'CNY');

/** Titles that differ by a space before a bracket are two items. */
const titleKey = (title: string): string => `title ${title.replace(/\s+/g, ' ').trim()}`;
const priceKey = (key: string, cents: number | undefined): string => `${key} ¥${cents}`;

/** A row for each title, and one for each title with its price. Two items may have one title. */
function rowsFromTemplates(body: unknown, isSale: boolean): readonly Row[] {
  return listAt(body, 'Data').flatMap((value): Row[] => {
    const row = fieldsOf(value);
    const title = textOf(field(row, 'commodityName'));
    const item = textOf(field(row, 'commodityHashName'));
    if (!title || !item) return [];
    const key = titleKey(title);
    const listing = isSale ? priceOf(row) : undefined;
    const titled = { key, shared: true, item } as const;
    return [titled, ...(listing ? [{ ...titled, key: priceKey(key, listing.cents), listing }] : [])];
  });
}

const gems: Readonly<Record<string, Phase>> = {
  红宝石: 'Ruby',
  蓝宝石: 'Sapphire',
  绿宝石: 'Emerald',
  黑珍珠: 'Black Pearl',
};

/** The phase in any of its two fields: "P2", 红宝石, "Phase 2"; `undefined` where they contradict each other. */
function phaseOf(row: Fields, item: string): Phase | undefined {
  const stated = ['dopplerName', 'specialStyle'].map((name) => textOf(field(row, name)) ?? '');
  const read = stated.map((text) =>
    Object.hasOwn(gems, text) ? gems[text] : readPhase(text.replace(/^P(?=[1-4]$)/, 'Phase ')),
  );
  return hasPhases(item) ? single(read.filter(Boolean)) : undefined;
}

/** The digits of a wear value that cards and answers are compared by; later digits may be rounded differently. */
const wearValue = /(?<![\d.])0\.\d{8}/g;

const wearKey = (wear: string): string => `wear ${wear}`;

function rowsFromOffers(body: unknown): readonly Row[] {
  return listAt(body, 'Data').flatMap((value): Row[] => {
    const row = fieldsOf(value);
    const [wear] = String(row['abrade']).match(wearValue) ?? [];
    const listing = priceOf(row);
    const item = textOf(row['commodityHashName']);
    if (!wear || !listing || !item) return [];
    const key = priceKey(wearKey(wear), listing.cents);
    return [{ key, shared: true, item, phase: phaseOf(row, item), listing, ...worn(row['abrade']) }];
  });
}

const inYuan = (text: string) => parsePrinted(text, { decimal: '.', currency: 'CNY' });

const printed = (text: string | undefined): number | undefined => inYuan(text ?? '')?.cents;

/** Of elements whose class starts with `prefix`: builds change the rest. Without any, the one text of the card that fits. */
function textAt(card: Element, prefix: string, fits: (text: string) => boolean): string | undefined {
  const places = [...card.querySelectorAll(`[class*="${prefix}___"]`)];
  const texts = (places.length > 0 ? places : leavesOf(card)).map(({ textContent }) => textContent.trim());
  return single(places.length > 0 ? texts : texts.filter(fits));
}

const isOtherGame = ({ search }: Location): boolean => (new URLSearchParams(search).get('gameId') ?? '730') !== '730';

function readCard(card: Element, rows: Rows): CardReading {
  if (isOtherGame(card.ownerDocument.location)) return otherGame;
  if (isEmptyCard(card)) return notAnItem;
  const title = textAt(card, 'footerTitle', (text) => rows.get(titleKey(text)) !== undefined);
  if (!title) return undefined;
  const key = titleKey(title);
  const item = rows.get(key)?.item;
  const priced = rows.get(priceKey(key, printed(textAt(card, 'price', (text) => /^[¥￥]/.test(text)))));
  return item === undefined ? undefined : { item, listing: priced?.item === item ? priced.listing : undefined };
}

/** An offer on an item's page. Without a wear value it may be an offer of the previous page. */
function readOffer(offer: Element, rows: Rows): CardReading {
  if (isOtherGame(offer.ownerDocument.location)) return otherGame;
  const cells = [...offer.querySelectorAll(':scope > td')];
  const wear = single(cells.flatMap(({ textContent }) => textContent.match(wearValue) ?? []));
  const [cents, ...others] = cells.flatMap((cell) => printed(firstText(cell)) ?? []);
  if (!wear || others.length > 0) return undefined;
  return joinedReading(rows.get(priceKey(wearKey(wear), cents)), ({ listing }) => ({ listing }));
}

/** The text of a price cell: its first child holds the price. */
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
      mount: { after: ':has(> [class*="price___"])' },
      read: readCard,
      readListing: (card, read) => read(card, '[class*="price___"]', inYuan),
    },
    {
      path: /^\/market\/goods-list\/?$/,
      card: '[id^="rc-tabs-"][id$="-panel-sale"] .ant-table-row-level-0',
      mount: { append: ':scope > td:nth-child(5)' },
      read: readOffer,
    },
  ],
  feeds: [
    { url: sale, read: (body) => rowsFromTemplates(body, true) },
    { url: lease, read: (body) => rowsFromTemplates(body, false) },
    { url: offers, read: rowsFromOffers },
  ],
});
