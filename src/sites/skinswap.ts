import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import { type CardReading, defineSite, defineTap, type Row, type Rows } from '#core/site.ts';
import { storedCurrency } from '#sites/reading/elements.ts';
import { centsFromHundredths, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { joinedReading, namedBy } from '#sites/reading/rows.ts';
import { at, type Fields, fieldsOf, idOf, listAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/skinswap.md. An attribute joins a card to a row. Cards of the China market have the exact name and no id. */

const host = String.raw`^https:\/\/(?:[a-z0-9-]+\.)*skinswap\.com\/api\/`;
const isChina = String.raw`\/china\/listings\/?(?:\?|$)|\/?\?(?:[^#]*&)?priceType=china(?:&|$)`;
const china = new RegExp(`${host}site/inventory(?:${isChina})`);
const offered = new RegExp(`${host}site/inventory(?!${isChina})\\/?(?:\\?|$)`);
const owned = new RegExp(`${host}user/inventory\\/?(?:\\?|$)`);

export const tap = defineTap({ urls: [china, offered, owned] });

/** A row of an item with its price where the site sells it; no row where the game is not stated. */
function rowOfItem(
  key: string,
  { appid, market_hash_name, qualities, price, tradehold_days }: Fields,
): Row | undefined {
  const named = namedBy(market_hash_name, at(qualities, 'doppler_phase'));
  if (!idOf(appid) || !named) return undefined;
  if (idOf(appid) !== '730') return { key, otherGame: true };
  const listing = toMoney(centsFromHundredths(at(price, 'buy')), 'USD');
  return { key, ...named, listing, locked: Number(tradehold_days) > 0 || undefined };
}

/** A row for each item, by a key that starts with its side of a trade. */
function rowsFromItems(body: unknown, side: 'site' | 'own'): readonly Row[] {
  const rows = listAt(body, 'data').map(fieldsOf);
  const field = side === 'site' ? 'stackIdWithHold' : 'assetid';
  return mergeRows(
    rows.flatMap((fields) => {
      const id = idOf(fields[field]);
      return id ? (rowOfItem(`${side} ${id}`, fields) ?? []) : [];
    }),
  );
}

/** A row for each name. Its offers may differ in phase and price, so only the name tells a phase. */
function rowsFromChina(body: unknown): readonly Row[] {
  return listAt(body, 'data').flatMap((value): Row[] => {
    const fields = fieldsOf(value);
    const key = `china ${textOf(fields['market_hash_name'])}`;
    const row = rowOfItem(key, { ...fields, qualities: undefined });
    return row ? [{ ...row, shared: true, listing: undefined }] : [];
  });
}

/** The printed price; without a stored currency the page shows US dollars. */
function readListing(card: Element) {
  const currency = storedCurrency(card.ownerDocument, 'currency') ?? 'USD';
  return printedListing(card, '.font-header', (text) => parsePrinted(text, { currency, symbols: { $: 'USD' } }));
}

/** The printed price. In US dollars it must equal the answer's, because an item has several prices. */
function priceOf(card: Element, stated: Money | undefined): Money | undefined {
  const printed = readListing(card)?.listing;
  if (!printed || !stated) return undefined;
  if (printed.currency !== stated.currency) return printed;
  return sameAmount(printed, stated) ? stated : undefined;
}

/** The one row of a card's id; ids of the site's items and of own ones are of different kinds. */
function rowOf(card: Element, rows: Rows): Row | undefined {
  const id = card.getAttribute('data-item-id');
  const [row, ...others] = ['site', 'own'].flatMap((side) => rows.get(`${side} ${id}`) ?? []);
  return others.length === 0 ? row : undefined;
}

/** A card of the page where items are sold to the site: none of the site's own is read there, so that none is added up. */
function readOwnCard(card: Element, rows: Rows): CardReading {
  return rowOf(card, rows)?.key.startsWith('site ') ? undefined : readCard(card, rows, false);
}

/** The site sells its items on one page only; everywhere else items are traded or sold to the site. */
const readCard = (card: Element, rows: Rows, isShop: boolean): CardReading =>
  joinedReading(rowOf(card, rows), ({ key, listing }) =>
    isShop && key.startsWith('site ') ? { listing: priceOf(card, listing) } : { kind: 'none' },
  );

/** A card of the China market is an offer whose price is not in the answers by a key of the card. */
function readChinaCard(card: Element, rows: Rows): CardReading {
  const name = single(card.querySelectorAll('img.w-full'))?.getAttribute('alt');
  return joinedReading(rows.get(`china ${name}`));
}

const items = { card: '.item-card[data-item-id]', mount: { append: '.hover-translatey-40' } };

export default defineSite({
  id: 'skinswap',
  name: 'SkinSwap',
  matches: ['https://skinswap.com/*'],
  optional: true,
  attributes: ['data-item-id', 'alt'],
  pages: [
    // Pages of other games add words: /trade-rust-skins.
    {
      ...items,
      path: /^\/(?:[a-z]{2}\/)?buy(?:-[a-z0-9-]+)?\/?$/,
      read: (card, rows) => readCard(card, rows, true),
      readListing,
    },
    {
      ...items,
      path: /^\/(?:[a-z]{2}\/)?trade(?:-[a-z0-9-]+)?\/?$/,
      read: (card, rows) => readCard(card, rows, false),
    },
    {
      ...items,
      path: /^\/(?:[a-z]{2}\/)?sell(?:-[a-z0-9-]+)?\/?$/,
      kind: 'inventory',
      identity: 'data-item-id',
      read: readOwnCard,
    },
    { path: /^\/(?:[a-z]{2}\/)?china(?:[/-]|$)/, card: '.gridBox :has(> * > .grow.center)', read: readChinaCard },
  ],
  feeds: [
    { url: china, read: rowsFromChina },
    { url: offered, read: (body) => rowsFromItems(body, 'site') },
    { url: owned, read: (body) => rowsFromItems(body, 'own') },
  ],
});
