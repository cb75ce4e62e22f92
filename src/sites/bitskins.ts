import {
  type CardReading,
  defineSite,
  defineTap,
  otherGame,
  type PrintReader,
  type Row,
  type Rows,
} from '#core/site.ts';
import { idInLinks, storedCurrency } from '#sites/reading/elements.ts';
import { besideCard, centsFromThousandths, printIn, toMoney } from '#sites/reading/listed-price.ts';
import { attachedTo, joinedReading, namedBy, rowOfPage, rowsIn, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf } from '#sites/reading/values.ts';

/** Facts: src/sites/bitskins.md. A card's name has no `|`; its link holds the game and the id of a row of the answers. */

const api = String.raw`^https:\/\/api\.bitskins\.com\/market\/search\/`;
const list = new RegExp(`${api}730/?(?:\\?|$)`);
const one = new RegExp(`${api}get/?(?:\\?|$)`);

export const tap = defineTap({ urls: [list, one] });

/** Prices are thousandths of a US dollar; a name contains a Doppler's phase. */
function rowFromItem(value: unknown): Row | undefined {
  const { id, name, price, stickers, float_value } = fieldsOf(value);
  const [key, named] = [idOf(id), namedBy(name)];
  const listing = toMoney(centsFromThousandths(price), 'USD');
  return key && named
    ? { key, ...named, listing, ...attachedTo(named.item, { stickers }), ...worn(float_value) }
    : undefined;
}

/** The item of an item's own page, of any game: a card or an address of CS2 must have its id. */
function rowsFromOne(body: unknown): readonly Row[] {
  if (idOf(at(body, 'id')) === undefined) throw new TypeError('no item');
  return [rowFromItem(body)].flatMap((row) => row ?? []);
}

const pricePlace = '.price .amount';

const readingOf = (row: Row | undefined, shown: Element): CardReading =>
  joinedReading(row, ({ listing }) =>
    besideCard(listing, shown, pricePlace, storedCurrency(shown.ownerDocument, 'currency')),
  );

/** A card also prints a price before a discount: only the place tells them apart. */
const readListing = (card: Element, read: PrintReader) =>
  read(card, pricePlace, printIn(storedCurrency(card.ownerDocument, 'currency')));

const itemLink = /\/item\/(?:cs2|csgo)\/([^/]+)(?:\/[^/]*)?\/?$/;
const otherGameLink = /\/item\/((?!cs2\/|csgo\/)[a-z0-9]+)\/[^/]+(?:\/[^/]*)?\/?$/;

function readCard(card: Element, rows: Rows): CardReading {
  if (idInLinks(card, otherGameLink)) return otherGame;
  return readingOf(rows.get(idInLinks(card, itemLink) ?? ''), card);
}

const readItemPage = (page: Element, rows: Rows): CardReading => readingOf(rowOfPage(page, itemLink, rows), page);

/** A card without a link is a placeholder. */
const cards = '.market-items > .item:has(a.item-content[href]), .items > .item:has(a.item-content[href])';

export default defineSite({
  id: 'bitskins',
  name: 'BitSkins',
  matches: ['https://bitskins.com/*', 'https://www.bitskins.com/*'],
  optional: true,
  attributes: ['href'],
  pages: [
    {
      path: /^\/market\/(?:cs2|csgo)(?:\/|$)/,
      card: cards,
      mount: { after: '.item-price' },
      read: readCard,
      readListing,
    },
    { path: /^\/$/, card: '.featured-item[href]', read: readCard, readListing },
    {
      path: /^\/item\/(?:cs2|csgo)\/[^/]+/,
      card: '#item-page #info:has(.item-info)',
      mount: { append: '.item-info' },
      read: readItemPage,
      readListing,
    },
    {
      path: /^\/item\/(?:cs2|csgo)\/[^/]+/,
      card: '.similar-items .similar-item:has(a[href])',
      read: readCard,
      readListing,
    },
  ],
  feeds: [
    { url: list, read: rowsIn(rowFromItem, 'list') },
    { url: one, read: rowsFromOne },
  ],
});
