import { type Money, parsePrinted } from '#core/money.ts';
import { decodeSegment, isPlausibleName, normaliseName } from '#core/names.ts';
import { type CardReading, otherGame, type Reading, type Rows } from '#core/site.ts';

/** The legacy market, sites.md, 5A: its rows carry the exact name in an attribute or an address. */

/** Prints that are Steam's alone: every other dollar carries its country, and its wallets know one crown. */
const symbols = { $: 'USD', kr: 'NOK', P: 'PHP', R: 'ZAR' };

/** Wallet currencies that Steam prints with a decimal comma; it prints all others with a point. */
const commaCurrencies = new Set('ARS BRL CLP COP CRC EUR KZT NOK PLN RUB TRY UAH UYU VND'.split(' '));

/** A printed price; the wallet, where somebody is signed in, tells what its sign means. */
function readPrice(element: Element | null, rows: Rows): Money | undefined {
  const text = element?.textContent ?? '';
  const currency = rows.get('wallet')?.currency;
  const comma = parsePrinted(text, { decimal: ',', symbols, currency });
  if (comma && commaCurrencies.has(comma.currency)) return comma;
  const point = parsePrinted(text, { decimal: '.', symbols, currency });
  return point && !commaCurrencies.has(point.currency) ? point : undefined;
}

/** The market hash name that ends the address of a CS2 listing; a group of the React market is no name. */
function nameFromPath(path: string): string | undefined {
  const segment = /^\/market\/listings\/730\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
  const name = decodeSegment(segment);
  return /^G[0-9A-F]+$/.test(name) || !isPlausibleName(name) ? undefined : name;
}

const marksOf = (name: string): string => `${name.includes('★')} ${name.includes('StatTrak')}`;

/**
 * Whether a row's own text allows the name that its address gives. On an English page both are the same;
 * in other languages the text is translated, but ★ and StatTrak stay, so only these are compared.
 */
function agrees(row: Element, name: string): boolean {
  const shown = normaliseName(row.querySelector('.market_listing_item_name')?.textContent ?? '');
  if (shown === normaliseName(name)) return true;
  const language = row.closest('[lang]')?.getAttribute('lang') ?? '';
  return !/^en\b/i.test(language) && shown !== '' && marksOf(shown) === marksOf(name);
}

/** A row whose name comes from an address, and which must not contradict it. */
function readAddressed(row: Element, path: string): string | undefined {
  const item = nameFromPath(path);
  return item && agrees(row, item) ? item : undefined;
}

/** A search result or a popular item: "Starting at:", then what the buyer pays, then what the seller gets. */
export function readResult(row: Element, rows: Rows): CardReading {
  const app = row.getAttribute('data-appid');
  if (app && app !== '730') return otherGame;
  const item = row.getAttribute('data-hash-name') ?? '';
  if (!app || !isPlausibleName(item)) return undefined;
  return { item, listing: readPrice(row.querySelector('.normal_price .normal_price'), rows) };
}

/** One of the user's own listings: the first amount is what the buyer pays, the one in brackets what the user gets. */
export function readOwn(row: Element, rows: Rows): CardReading {
  const link = row.querySelector('.market_listing_item_name_link')?.getAttribute('href') ?? '';
  const path = URL.canParse(link) ? new URL(link).pathname : link;
  if (/^\/market\/listings\/(?!730\/)\d+\//.test(path)) return otherGame;
  const item = readAddressed(row, path);
  return item
    ? { item, listing: readPrice(row.querySelector('.market_listing_price > span > span'), rows) }
    : undefined;
}

/** One offer on an item's own page; what the page's own data says of it goes before its print. */
export function readOffer(row: Element, rows: Rows): Reading | undefined {
  const item = readAddressed(row, row.ownerDocument.location.pathname);
  const known = rows.get(row.id.replace('listing_', 'listing:'));
  if (!item || (known?.item && normaliseName(known.item) !== normaliseName(item))) return undefined;
  return { item, listing: known?.listing ?? readPrice(row.querySelector('.market_listing_price_with_fee'), rows) };
}
