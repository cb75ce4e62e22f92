import { decodeSegment, isPlausibleName, normaliseName, showsWear } from '#core/items/names.ts';
import { type Money, parsePrinted } from '#core/money/money.ts';
import { type CardReading, otherGame, type PrintReader, type Reading, type Rows } from '#core/site.ts';
import { amountText, attributeAt, textAt } from '#sites/reading/elements.ts';

/** Steam's legacy market (src/sites/steam.md): rows carry the exact name in an attribute or an address. */

/** Signs with one meaning on Steam: all other dollars are printed with their country, and wallets have one crown. */
const symbols = { $: 'USD', kr: 'NOK', P: 'PHP', R: 'ZAR' };

/** Wallet currencies that Steam prints with a decimal comma; all others have a point. */
const commaCurrencies = 'ARS BRL CLP COP CRC EUR KZT NOK PLN RUB TRY UAH UYU VND';

/** A printed price; the wallet of a signed-in user decides an ambiguous sign. */
export const printedPrice = (element: Element | null, rows: Rows): Money | undefined =>
  printedText(element ? amountText(element) : '', rows.get('wallet')?.currency);

function printedText(text: string, currency?: string): Money | undefined {
  const comma = parsePrinted(text, { decimal: ',', symbols, currency });
  if (comma && commaCurrencies.includes(comma.currency)) return comma;
  const point = parsePrinted(text, { decimal: '.', symbols, currency });
  return point && !commaCurrencies.includes(point.currency) ? point : undefined;
}

/** The buyer's price: a search result's, an own listing's, and an offer's; the React market has it alone on a card. */
const ofResult = '[data-price][data-currency]';
const ofOwn = '[title="This is the price the buyer pays."]';
const priced = `.market_listing_price_with_fee, ${ofResult}, ${ofOwn}`;

/** What a row or a card prints, while the user's currency is not known. */
export const readPrint = (row: Element, read: PrintReader) => read(row, priced, (text) => printedText(text));

/** The market hash name at the end of a CS2 listing's path; a group id of the React market is no name. */
function nameFromPath(path: string): string | undefined {
  const segment = /^\/market\/listings\/730\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
  const name = decodeSegment(segment);
  return /^G[0-9A-F]+$/.test(name) || !isPlausibleName(name) ? undefined : name;
}

const marksOf = (name: string): string => `${name.includes('★')} ${name.includes('StatTrak')}`;

/** "AK" is no model without its number, and "AWP" is one. */
const modelsIn = (shown: string): readonly string[] => shown.split(' | ', 1)[0]?.match(/[A-Z][A-Z0-9]{2,}/g) ?? [];

const isTranslation = (shown: string, name: string): boolean =>
  shown !== '' &&
  marksOf(shown) === marksOf(name) &&
  modelsIn(shown).every((model) => name.includes(model)) &&
  showsWear(shown, name);

/** English pages have both alike. Others translate all but ★, StatTrak and most models: these are compared, and the wear. */
function agrees(row: Element, name: string): boolean {
  const shown = normaliseName(textAt(row, '.market_listing_item_name'));
  if (shown === normaliseName(name)) return true;
  const language = row.closest('[lang]')?.getAttribute('lang') ?? '';
  return !/^en\b/i.test(language) && isTranslation(shown, name);
}

/** The name in a path, unless the row's text contradicts it. */
function nameOf(row: Element, path: string): string | undefined {
  const item = nameFromPath(path);
  return item && agrees(row, item) ? item : undefined;
}

/** A search result or a popular item: "Starting at:", the buyer's price, the seller's share. */
export function readResult(row: Element, rows: Rows): CardReading {
  const app = row.getAttribute('data-appid');
  if (app && app !== '730') return otherGame;
  const item = row.getAttribute('data-hash-name') ?? '';
  if (!app || !isPlausibleName(item)) return undefined;
  return {
    item,
    listing: printedPrice(row.querySelector(`.normal_price .normal_price, ${ofResult}`), rows),
  };
}

/** One of the user's own listings: the buyer's price, then the user's share in brackets. */
export function readOwnListing(row: Element, rows: Rows): CardReading {
  const link = attributeAt(row, '.market_listing_item_name_link', 'href');
  const path = URL.canParse(link) ? new URL(link).pathname : link;
  if (/^\/market\/listings\/(?!730\/)\d+\//.test(path)) return otherGame;
  const item = nameOf(row, path);
  return item
    ? {
        item,
        own: true,
        listing: printedPrice(row.querySelector(`.market_listing_price > span > span, ${ofOwn}`), rows),
      }
    : undefined;
}

/** One offer on an item's own page; the page's data takes precedence over the print. */
export function readOffer(row: Element, rows: Rows): Reading | undefined {
  const item = nameOf(row, row.ownerDocument.location.pathname);
  const known = rows.get(row.id.replace('listing_', 'listing:'));
  if (!item || (known?.item && normaliseName(known.item) !== normaliseName(item))) return undefined;
  const printed = printedPrice(row.querySelector('.market_listing_price_with_fee'), rows);
  return {
    item,
    listing: known?.listing ?? printed,
    printed: printed && [printed],
    attached: known?.attached,
    wearValue: known?.wearValue,
    // The user's own stands in a table of its own as well.
    own: row.ownerDocument.getElementById(`my${row.id}`) !== null || undefined,
  };
}
